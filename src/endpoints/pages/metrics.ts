// GET /metrics: the figures of the service in the text format of Prometheus, for operators.

import type { Page } from './page.ts'

const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8'

export function metricsPage(text: () => Promise<string>): Page {
  return {
    path: '/metrics',
    summary: 'Metrics for Prometheus',
    isPrivate: true,
    isVital: true,
    render: async () => ({ status: 200, contentType: TEXT_FORMAT, body: await text() }),
  }
}
