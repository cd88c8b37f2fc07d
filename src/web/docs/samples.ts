// An example request in several languages, with variables to fill in.

import type { ExampleRequest, Variable } from '../../reference/example-request.ts'

export function samples(request: ExampleRequest, hasAnswer: boolean) {
  return [
    { language: 'curl', code: curl(request) },
    { language: 'JavaScript', code: javaScript(request, hasAnswer) },
    { language: 'Python', code: python(request, hasAnswer) },
    { language: 'PHP', code: php(request, hasAnswer) },
    { language: 'C#', code: cSharp(request, hasAnswer) },
  ]
}

function filled(url: ExampleRequest['url'], write: (variable: Variable) => string): string {
  return url.map((piece) => (typeof piece === 'string' ? piece : write(piece))).join('')
}

function curl({ method, url, body, file }: ExampleRequest): string {
  const verb = method === 'GET' ? '' : `-X ${method} `
  const json = body === undefined ? '' : ` \\\n  -d '${JSON.stringify(body)}'`
  const data = file === '' ? json : ` \\\n  --data-binary @${file}`
  return `curl ${verb}"${filled(url, ({ variable }) => `$${variable}`)}"${data}`
}

/** FILE is a file that was opened before, in a browser or in Node. */
function javaScript({ method, url, body, file }: ExampleRequest, hasAnswer: boolean): string {
  const address = `\`${filled(url, ({ variable }) => `\${${variable}}`)}\``
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${JSON.stringify(body)}),`]),
    ...(file === '' ? [] : ['  body: FILE,']),
  ]
  const second = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`
  return `const response = await fetch(${address}${second})
if (!response.ok) throw new Error((await response.json()).detail)
console.log(${hasAnswer ? 'await response.json()' : 'response.status'})`
}

function python({ method, url, body, file }: ExampleRequest, hasAnswer: boolean): string {
  const address = `f"${filled(url, ({ variable }) => `{${variable}}`)}"`
  const json = body === undefined ? '' : `, json=${pythonText(body)}`
  const data = file === '' ? json : `, data=open("${file}", "rb")`
  return `import requests

response = requests.${method.toLowerCase()}(${address}${data})
response.raise_for_status()
print(${hasAnswer ? 'response.json()' : 'response.status_code'})`
}

function pythonText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (value === null || value === undefined) return 'None'
  if (Array.isArray(value)) return `[${value.map(pythonText).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).map(([name, of]) => `"${name}": ${pythonText(of)}`)
  return `{${members.join(', ')}}`
}

function php({ method, url, body, file }: ExampleRequest, hasAnswer: boolean): string {
  const address = `"${filled(url, ({ variable }) => `{$${camelCase(variable)}}`)}"`
  const http = [
    ...(method === 'GET' ? [] : [`  'method' => '${method}',`]),
    ...(body === undefined
      ? []
      : [
          `  'header' => 'Content-Type: application/json',`,
          `  'content' => '${JSON.stringify(body)}',`,
        ]),
    ...(file === '' ? [] : [`  'content' => file_get_contents('${file}'),`]),
  ]
  const context =
    http.length === 0
      ? ''
      : `$context = stream_context_create(['http' => [\n${http.join('\n')}\n]]);\n`
  const third = http.length === 0 ? '' : ', false, $context'
  const shown = hasAnswer ? 'print_r(json_decode($answer, true));' : 'var_dump($answer !== false);'
  return `${context}$answer = file_get_contents(${address}${third});\n${shown}`
}

function cSharp({ method, url, body, file }: ExampleRequest, hasAnswer: boolean): string {
  const address = `$"${filled(url, ({ variable }) => `{${camelCase(variable)}}`)}"`
  const json =
    body === undefined
      ? ''
      : ` {\n  Content = new StringContent("""${JSON.stringify(body)}""", null, "application/json") }`
  const stream = ` {\n  Content = new StreamContent(File.OpenRead("${file}")) }`
  const content = file === '' ? json : stream
  const verb = `HttpMethod.${method.charAt(0)}${method.slice(1).toLowerCase()}`
  const shown = hasAnswer ? 'await response.Content.ReadAsStringAsync()' : 'response.StatusCode'
  return `using var http = new HttpClient();
using var request = new HttpRequestMessage(${verb}, ${address})${content};
using var response = await http.SendAsync(request);
response.EnsureSuccessStatusCode();
Console.WriteLine(${shown});`
}

/** `API_KEY` as `apiKey`. */
function camelCase(name: string): string {
  return name.toLowerCase().replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
}
