// A thread that does one task with whole releases.

import { buildIndex } from '../index/build/build.ts'
import { systemClock } from '../lib/clock.ts'
import { NeedsYes, OperatorError } from '../lib/operator-error.ts'
import { answerQuestions } from '../lib/thread/asked-thread.ts'
import { sampleSource } from '../sample/sample.ts'
import { Releases } from './release-folder.ts'
import type { ReleaseAnswer, ReleaseTask } from './release-thread.ts'

answerQuestions({
  async answer(task: ReleaseTask): Promise<ReleaseAnswer> {
    try {
      return { result: await run(task) }
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error
      return { refusal: error.message, needsYes: error instanceof NeedsYes }
    }
  },
})

async function run(task: ReleaseTask): Promise<unknown> {
  const { kind, directory } = task
  if (kind === 'sample') {
    const built = await buildIndex(sampleSource(task.product), {
      directory,
      now: systemClock.now(),
    })
    return built.release
  }
  const releases = new Releases(directory)
  if (kind === 'use') {
    // The whole file is checked first: nobody would notice if it were refused once it is in use.
    await releases.load(task.release)
    return releases.use(task.release, task.lossPercentMax)
  }
  if (kind === 'diff') return releases.diff(task.release)
  return kind === 'join' ? releases.joinLayers(task.release) : releases.enter(task.release)
}
