// /docs/errors: one section for each code, which the `type` of a Problem links to.

import type { PageReply } from '../../endpoints/pages/page.ts'
import { PROBLEMS, type ProblemCode } from '../../http/problem.ts'
import { html, markdown, text } from '../html.ts'
import { ERROR_HELP } from './error-help.ts'

export function errorsPage(docsUrl: string): PageReply {
  const codes = Object.keys(PROBLEMS) as ProblemCode[]
  const links = codes.map(
    (code) =>
      `<li><a href="#${code}"><code>${code}</code></a> <span>${PROBLEMS[code].status}</span></li>`,
  )
  const sections = codes.map((code) => section(code, docsUrl))
  return html({
    title: 'Errors',
    path: '/docs/errors',
    body: `<div class="wide columns"><nav class="side" aria-label="Codes"><ul>${links.join('')}</ul></nav>
<div class="flow"><h1>Errors</h1>
<p class="lead">Every error is a Problem (RFC 9457), sent as
<code>application/problem+json</code>. Branch on <code>code</code>; the wording of
<code>title</code> and <code>detail</code> may change. <code>Message</code> is for older clients: in
UK look-ups it is the status text, such as <code>Not Found</code>, elsewhere the <code>detail</code>.
An error never costs a look-up.</p>
${sections.join('\n')}</div></div>`,
  })
}

function section(code: ProblemCode, docsUrl: string): string {
  const { status, title } = PROBLEMS[code]
  const help = ERROR_HELP[code]
  const { detail } = help
  const type = `${docsUrl}/errors#${code}`
  const example = { type, title: help.title ?? title, status, detail, code, Message: detail }
  const headers = help.headers === undefined ? '' : `${help.headers}\n\n`
  return `<section class="card" id="${code}" aria-labelledby="${code}-title">
<h2 id="${code}-title"><code>${code}</code> <span class="badge">${status}</span></h2>
<dl class="facts"><dt>What happened</dt><dd>${prose(help.happened)}</dd>
<dt>Why</dt><dd>${prose(help.why)}</dd><dt>What to do</dt><dd>${prose(help.todo)}</dd></dl>
<pre tabindex="0" role="region" aria-label="Example of ${code}">${text(headers + JSON.stringify(example, null, 2))}</pre></section>`
}

function prose(raw: string): string {
  return markdown(raw).replace(/\[([^\]]+)\]\(([^)]+)\)/g, '<a href="$2">$1</a>')
}
