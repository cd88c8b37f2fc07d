// GET /health, /health/live and /health/ready, for load balancers and supervisors, and GET /metrics for operators.

import { VERSION } from '../../lib/program.ts'
import type { Page, PageReply } from './page.ts'

const RETRY_SECONDS = 1

interface Readiness {
  store(): Promise<boolean>
  releases(): Readonly<Record<string, string>>
  stopping(): boolean
}

export function healthPages(readiness: Readiness): Page[] {
  return [
    {
      path: '/health/live',
      summary: 'Liveness of the process',
      isVital: true,
      render: () => jsonReply(200, { status: 'live', version: VERSION }),
    },
    ...['/health/ready', '/health'].map((path) => ({
      path,
      summary: 'Readiness of store and data',
      isVital: true,
      render: () => ready(readiness),
    })),
  ]
}

async function ready(readiness: Readiness): Promise<PageReply> {
  const releases = readiness.releases()
  const store = await readiness.store()
  const isReady = store && Object.keys(releases).length > 0 && !readiness.stopping()
  const status = isReady ? 'ready' : 'not ready'
  const body = { status, version: VERSION, store: store ? 'ok' : 'down', releases }
  return isReady
    ? jsonReply(200, body)
    : { ...jsonReply(503, body), headers: { 'retry-after': String(RETRY_SECONDS) } }
}

export function jsonReply(status: number, body: unknown): PageReply {
  return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(body) }
}

export function metricsPage(text: () => Promise<string>): Page {
  const contentType = 'text/plain; version=0.0.4; charset=utf-8'
  return {
    path: '/metrics',
    summary: 'Metrics for Prometheus',
    isPrivate: true,
    isVital: true,
    render: async () => ({ status: 200, contentType, body: await text() }),
  }
}
