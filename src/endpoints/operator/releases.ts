// /operator/releases: the data releases; which one is used, and deleting one.

import Type from 'typebox'
import { Problem } from '../../http/problem.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import { endpoint, free, ok } from '../endpoint.ts'
import { Message } from '../schemas.ts'
import { ReleaseShown } from './operations.ts'

const ReleaseParams = { release: Type.String({ maxLength: 100 }) }

const releases = endpoint('GET /operator/releases', {
  summary: 'List data releases',
  notes: 'Newest first. To roll back, use an older release.',
  answers: ok('Releases.', Type.Array(ReleaseShown)),
  handle: async (_input, { operations }) => free(await operations.releases()),
})

const useRelease = endpoint('PUT /operator/releases/{release}/use', {
  steps: 300_000,
  summary: 'Use a data release',
  notes: 'The release is verified first; no request is dropped.',
  params: ReleaseParams,
  answers: ok('Selected.', Message),
  async handle({ params: { release } }, { operations }) {
    await named(operations.useRelease(release))
    return free({ message: `The release ${release} is now in use.` })
  },
})

const removeRelease = endpoint('DELETE /operator/releases/{release}', {
  summary: 'Delete a data release',
  params: ReleaseParams,
  answers: ok('Deleted.', Message),
  async handle({ params: { release } }, { operations }) {
    await named(operations.removeRelease(release))
    return free({ message: `The release ${release} was deleted.` })
  },
})

/** Errors of releases already have a message for operators. */
async function named(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    const isMissing = error.message.startsWith('There is no release')
    throw new Problem(isMissing ? 'not-found' : 'bad-request', error.message, { title: 'release' })
  }
}

export const operatorReleaseEndpoints = [releases, useRelease, removeRelease]
