// A request put straight to the request path of a service, without a socket: for tests that need thousands of them.

import type { Reply, Request } from '../../../src/http/message.ts'
import { parseTarget } from '../../../src/http/target.ts'
import { makePipeline } from '../../../src/pipeline.ts'
import type { Service } from '../../../src/service.ts'

export async function askInProcess(service: Service, target: string): Promise<Reply> {
  const parsed = parseTarget(target)
  if (parsed === undefined) throw new Error(`This is no target: ${target}`)
  const request: Request = {
    ...parsed,
    id: 'test',
    method: 'GET',
    headers: { host: 'localhost' },
    remoteAddress: '127.0.0.1',
    readBody: async () => ({ kind: 'text', text: '' }),
  }
  return makePipeline(service)(request)
}
