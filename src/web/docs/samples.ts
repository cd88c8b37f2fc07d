// An example request in several languages, each complete: to be copied, saved and run.

import type { ExampleRequest } from '../../reference/example-request.ts'

/** `key` is the credential itself, or what stands for the reader's own. */
export function samples(request: ExampleRequest, key: string, hasAnswer: boolean) {
  return [
    { language: 'curl', code: curl(request, key) },
    { language: 'JavaScript', code: javaScript(request, key, hasAnswer) },
    { language: 'Python', code: python(request, key, hasAnswer) },
    { language: 'PHP', code: php(request, key, hasAnswer) },
    { language: 'C#', code: cSharp(request, key, hasAnswer) },
  ]
}

function curl({ method, url, key, body }: ExampleRequest, value: string): string {
  const verb = method === 'GET' ? '' : `-X ${method} `
  const data = body === '' ? '' : ` \\\n  --data-binary '${body.replaceAll("'", "'\\''")}'`
  return `${key}='${value}'\ncurl ${verb}"${url}$${key}"${data}`
}

function javaScript(request: ExampleRequest, value: string, hasAnswer: boolean): string {
  const { method, url, key, body } = request
  const address = `\`${url}\${${key}}\``
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(body === '' ? [] : [`  body: ${quoted(body)},`]),
  ]
  const second = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`
  return `const ${key} = '${value}'
const response = await fetch(${address}${second})
if (!response.ok) throw new Error((await response.json()).detail)
console.log(${hasAnswer ? 'await response.json()' : 'response.status'})`
}

function python(request: ExampleRequest, value: string, hasAnswer: boolean): string {
  const { method, url, key, body } = request
  const verb = method === 'GET' ? '' : `, method="${method}"`
  const data = body === '' ? '' : `, data=${JSON.stringify(body)}.encode()`
  return `${hasAnswer ? 'import json\n' : ''}from urllib.request import Request, urlopen

${key} = "${value}"
request = Request(f"${url}{${key}}"${verb}${data})
with urlopen(request) as response:
    print(${hasAnswer ? 'json.load(response)' : 'response.status'})`
}

function php(request: ExampleRequest, value: string, hasAnswer: boolean): string {
  const { method, url, key, body } = request
  const name = `$${camelCase(key)}`
  const http = [
    ...(method === 'GET' ? [] : [`  'method' => '${method}',`]),
    ...(body === '' ? [] : [`  'content' => ${quoted(body)},`]),
  ]
  const context =
    http.length === 0
      ? ''
      : `$context = stream_context_create(['http' => [\n${http.join('\n')}\n]]);\n`
  const third = http.length === 0 ? '' : ', false, $context'
  const shown = hasAnswer ? 'print_r(json_decode($answer, true));' : 'var_dump($answer !== false);'
  return `<?php
${name} = '${value}';
${context}$answer = file_get_contents("${url}${name}"${third});
${shown}`
}

function cSharp(request: ExampleRequest, value: string, hasAnswer: boolean): string {
  const { method, url, key, body } = request
  const name = camelCase(key)
  const content = body === '' ? 'null' : `new StringContent(${JSON.stringify(body)})`
  const second = method === 'POST' || method === 'PUT' ? `, ${content}` : ''
  const verb = `${method.charAt(0)}${method.slice(1).toLowerCase()}Async`
  const shown = hasAnswer ? 'await response.Content.ReadAsStringAsync()' : 'response.StatusCode'
  return `using System;
using System.Net.Http;

var ${name} = "${value}";
var http = new HttpClient();
var response = await http.${verb}($"${url}{${name}}"${second});
response.EnsureSuccessStatusCode();
Console.WriteLine(${shown});`
}

/** A string literal for JavaScript and PHP. JSON needs no escapes in it. */
function quoted(body: string): string {
  return body.includes('\n') ? JSON.stringify(body) : `'${body.replaceAll(/['\\]/g, '\\$&')}'`
}

/** `API_KEY` as `apiKey`. */
function camelCase(name: string): string {
  return name.toLowerCase().replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
}
