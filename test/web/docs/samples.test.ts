// The request of an operation in each language, letter by letter.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { samples } from '../../../src/web/docs/samples.ts'

const KEY = { variable: 'API_KEY' }

function inAll(method: string, body: Record<string, unknown> | undefined, file = ''): string[] {
  const url = ['https://a.example/get/x?api-key=', KEY]
  return samples({ method, url, body, file }, method !== 'PUT').map(({ code }) => code)
}

test('a GET has its address and nothing else', () => {
  assert.deepEqual(inAll('GET', undefined), [
    'curl "https://a.example/get/x?api-key=$API_KEY"',
    `const response = await fetch(\`https://a.example/get/x?api-key=\${API_KEY}\`)
if (!response.ok) throw new Error((await response.json()).detail)
console.log(await response.json())`,
    `import requests

response = requests.get(f"https://a.example/get/x?api-key={API_KEY}")
response.raise_for_status()
print(response.json())`,
    `$answer = file_get_contents("https://a.example/get/x?api-key={$apiKey}");
print_r(json_decode($answer, true));`,
    `using var http = new HttpClient();
using var request = new HttpRequestMessage(HttpMethod.Get, $"https://a.example/get/x?api-key={apiKey}");
using var response = await http.SendAsync(request);
response.EnsureSuccessStatusCode();
Console.WriteLine(await response.Content.ReadAsStringAsync());`,
  ])
})

test('a body is JSON, in Python with its own words; an answer without content is not read', () => {
  const body = { on: true, off: false, none: null, list: [1, 'a'] }
  const json = '{"on":true,"off":false,"none":null,"list":[1,"a"]}'
  assert.deepEqual(inAll('PUT', body), [
    `curl -X PUT "https://a.example/get/x?api-key=$API_KEY" \\\n  -d '${json}'`,
    `const response = await fetch(\`https://a.example/get/x?api-key=\${API_KEY}\`, {
  method: 'PUT',
  body: JSON.stringify(${json}),
})
if (!response.ok) throw new Error((await response.json()).detail)
console.log(response.status)`,
    `import requests

response = requests.put(f"https://a.example/get/x?api-key={API_KEY}", json={"on": True, "off": False, "none": None, "list": [1, "a"]})
response.raise_for_status()
print(response.status_code)`,
    `$context = stream_context_create(['http' => [
  'method' => 'PUT',
  'header' => 'Content-Type: application/json',
  'content' => '${json}',
]]);
$answer = file_get_contents("https://a.example/get/x?api-key={$apiKey}", false, $context);
var_dump($answer !== false);`,
    `using var http = new HttpClient();
using var request = new HttpRequestMessage(HttpMethod.Put, $"https://a.example/get/x?api-key={apiKey}") {
  Content = new StringContent("""${json}""", null, "application/json") };
using var response = await http.SendAsync(request);
response.EnsureSuccessStatusCode();
Console.WriteLine(response.StatusCode);`,
  ])
})

test('a file is sent as it is', () => {
  const [curl = '', javaScript = '', python = '', php = '', cSharp = ''] = inAll(
    'POST',
    undefined,
    'list.csv',
  )
  assert.match(curl, /^curl -X POST "[^"]+" \\\n {2}--data-binary @list\.csv$/)
  assert.match(javaScript, /, \{\n {2}method: 'POST',\n {2}body: FILE,\n\}\)/)
  assert.match(python, /requests\.post\(f"[^"]+", data=open\("list\.csv", "rb"\)\)/)
  assert.match(php, /'content' => file_get_contents\('list\.csv'\),/)
  assert.match(cSharp, /Content = new StreamContent\(File\.OpenRead\("list\.csv"\)\) \}/)
})
