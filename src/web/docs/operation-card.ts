// The card of one path in the reference: its parameters, samples, answers and errors.

import type { Product } from '../../address/product.ts'
import { listed } from '../../countries/country.ts'
import { isObject } from '../../lib/record-of.ts'
import { exampleRequest } from '../../reference/example-request.ts'
import { KEY_SCHEMES, type Operation, type Parameter } from '../../reference/openapi-operation.ts'
import { block, markdown, text } from '../html.ts'
import { samples } from './samples.ts'
import { meaningOf, shapeOf } from './schema-shape.ts'

export interface DocsFacts {
  readonly baseUrl: string
  readonly product: Product
  /** A test key that anybody may use, or what stands for the reader's own. */
  readonly key: string
}

/** The operations of one path that share a summary, such as a look-up by GET and by POST. */
export interface PathOperations {
  readonly path: string
  /** By method, the first one first. */
  readonly operations: readonly [MethodOperation, ...MethodOperation[]]
}

type MethodOperation = readonly [method: string, operation: Operation]

export function pathOperations(
  path: string,
  byMethod: Readonly<Record<string, PathOperations['operations'][number][1]>>,
): PathOperations[] {
  const groups = Map.groupBy(Object.entries(byMethod), ([, { summary }]) => summary)
  return [...groups.values()].flatMap(([first, ...rest]) =>
    first === undefined ? [] : [{ path, operations: [first, ...rest] }],
  )
}

const KEY_NAMES: Readonly<Record<string, string>> = {
  [KEY_SCHEMES.api.name]: 'API key',
  [KEY_SCHEMES.test.name]: 'test key',
  [KEY_SCHEMES.token.name]: 'domain token',
  [KEY_SCHEMES.admin.name]: 'admin key',
  [KEY_SCHEMES.operator.name]: 'operator key',
}

/** `common` are the codes that every operation may answer; they are listed once, above. */
export function operationCard(of: PathOperations, facts: DocsFacts, common: ReadonlySet<string>) {
  const { path, operations } = of
  const [[firstMethod, first]] = operations
  const id = first.operationId
  const keyNames = keysOf(first).map((name) => KEY_NAMES[name] ?? name)
  const isTried = firstMethod === 'get' && keysOf(first).includes(KEY_SCHEMES.token.name)
  const anchors = operations.slice(1).map(([, { operationId }]) => `<a id="${operationId}"></a>`)
  return `<section class="card operation" id="${id}" aria-labelledby="${id}-title"${
    isTried ? ` data-try="${text(path)}"` : ''
  }>${anchors.join('')}
<h3 id="${id}-title"><a href="#${id}">${text(first.summary)}</a></h3>
<p class="path">${operations.map(([method]) => methodBadge(method)).join(' ')} <code>${text(path)}</code></p>
${descriptionPart(first)}<p class="quiet">Key: ${listed(keyNames, 'or')}.</p>
${parametersPart(of)}${bodyPart(operations)}${requestPart(of, facts)}${answersPart(first)}${errorsPart(first, common)}</section>`
}

// Each path shows its key on a line of its own.
function descriptionPart({ description }: Operation): string {
  const rest = description.replace(/^Admin key\.\s*/, '')
  return rest === '' ? '' : `<p>${markdown(rest)}</p>\n`
}

export function methodBadge(method: string): string {
  return `<span class="method ${method}">${method.toUpperCase()}</span>`
}

function keysOf({ security }: Operation): string[] {
  return security.flatMap((each) => Object.keys(each))
}

function parametersPart({ operations }: PathOperations): string {
  const [[method, first]] = operations
  // Options belong in the body, if there is one.
  const shown = first.parameters.filter(
    ({ in: where }) => where === 'path' || first.requestBody === undefined,
  )
  if (shown.length === 0) return ''
  const rows = shown.map(parameterRow)
  const head = ['Name', 'In', 'Type', 'Meaning'].map((title) => `<th scope="col">${title}</th>`)
  return `<h4>Parameters</h4><div class="scroll" tabindex="0" role="region" aria-label="Parameters of ${method} ${first.operationId}">
<table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

function parameterRow(parameter: Parameter): string {
  const { name, in: where, required, description, schema, example = '' } = parameter
  return `<tr data-name="${text(name)}" data-in="${where}" data-example="${text(String(example))}"><th scope="row"><code>${text(name)}</code></th>
<td>${where}${required ? '' : ', optional'}</td><td>${shapeOf(schema)}</td><td>${meaningOf(description, schema)}</td></tr>`
}

function bodyPart(operations: PathOperations['operations']): string {
  const withBody = operations.find(([, { requestBody }]) => requestBody !== undefined)
  if (withBody === undefined) return ''
  const [method, { requestBody, operationId, parameters }] = withBody
  const schema = requestBody?.content['application/json']?.schema
  if (schema === undefined || !isObject(schema.properties)) return ''
  const isFirst = withBody === operations[0]
  const inQuery = new Set(isFirst ? [] : parameters.map(({ name }) => name))
  const rest = Object.entries(schema.properties).filter(([name]) => !inQuery.has(name))
  const title = isFirst
    ? 'JSON body or query parameters'
    : `${method.toUpperCase()} also takes the options as a JSON body`
  if (rest.length === 0) return `<p class="quiet">${title}.</p>`
  const more = isFirst ? '' : ', plus'
  const shape = shapeOf({ ...schema, properties: Object.fromEntries(rest) })
  return `<h4>${title}${more}</h4>${block(shape, `Body of ${operationId}`)}`
}

function requestPart({ path, operations }: PathOperations, facts: DocsFacts): string {
  const [[method, first]] = operations
  const request = exampleRequest(method, path, first, facts)
  const hasAnswer = !('204' in first.responses)
  const id = first.operationId
  const key = request.takesTestKey ? facts.key : `YOUR_${request.key}`
  const tabs = samples(request, key, hasAnswer).map(
    ({ language, code }, at) =>
      `<details name="${id}-sample" data-language="${language}"${at === 0 ? ' open' : ''}><summary>${language}</summary>
${block(text(code), `Example request of ${id} in ${language}`)}</details>`,
  )
  return `<h4>Request</h4><div class="samples">${tabs.join('')}</div>`
}

function answersPart({ operationId, responses }: Operation): string {
  const answers = Object.entries(responses).filter(([status]) => Number(status) < 400)
  return answers
    .map(([status, { description, content }]) => {
      const { schema, examples = {} } = content?.['application/json'] ?? {}
      const title = `<h4>Answer <span class="badge good">${status}</span></h4><p>${markdown(description)}</p>`
      if (schema === undefined) return title
      const shape = block(shapeOf(schema), `Fields of answer ${status} of ${operationId}`)
      const [example] = Object.values(examples)
      if (example === undefined) return title + shape
      const json = text(JSON.stringify(example.value, null, 2))
      const shown = block(json, `Answer ${status} of ${operationId}`)
      return `${title}${shown}<details><summary>All fields</summary>${shape}</details>`
    })
    .join('')
}

function errorsPart(operation: Operation, common: ReadonlySet<string>): string {
  const own = codesOf(operation).filter(([, code]) => !common.has(code))
  if (own.length === 0) return ''
  return `<h4>Specific errors</h4><p>${own.map(([status, code]) => errorLink(status, code)).join(' ')}</p>`
}

export function codesOf({ responses }: Operation): (readonly [status: string, code: string])[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { description }]) =>
      [...description.matchAll(/`([\w-]+)`/g)].map(([, code = '']) => [status, code] as const),
    )
}

export function errorLink(status: string, code: string): string {
  return `<a class="badge" href="/docs/errors#${code}">${status} ${code}</a>`
}
