// The request of an operation in each language, letter by letter.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { samples } from '../../../src/web/docs/samples.ts'

const URL = 'https://a.example/get/x?api-key='

function inAll(method: string, body: string): string[] {
  const request = { method, url: URL, key: 'API_KEY', takesTestKey: true, body }
  return samples(request, 'test_1', method !== 'PUT').map(({ code }) => code)
}

test('a GET has its key, its address and nothing else', () => {
  assert.deepEqual(inAll('GET', ''), [
    `API_KEY='test_1'
curl "https://a.example/get/x?api-key=$API_KEY"`,
    `const API_KEY = 'test_1'${'\n'}const response = await fetch(\`https://a.example/get/x?api-key=\${API_KEY}\`)
if (!response.ok) throw new Error((await response.json()).detail)
console.log(await response.json())`,
    `import json
from urllib.request import Request, urlopen

API_KEY = "test_1"
request = Request(f"https://a.example/get/x?api-key={API_KEY}")
with urlopen(request) as response:
    print(json.load(response))`,
    `<?php
$apiKey = 'test_1';
$answer = file_get_contents("https://a.example/get/x?api-key=$apiKey");
print_r(json_decode($answer, true));`,
    `using System;
using System.Net.Http;

var apiKey = "test_1";
var http = new HttpClient();${'\n'}var response = await http.GetAsync($"https://a.example/get/x?api-key={apiKey}");
response.EnsureSuccessStatusCode();
Console.WriteLine(await response.Content.ReadAsStringAsync());`,
  ])
})

test('a body is sent as it is, with its quotes, and an answer without content is not read', () => {
  const body = `{"name":"O'Brien","csv":"a\\nb"}`
  assert.deepEqual(inAll('PUT', body), [
    `API_KEY='test_1'
curl -X PUT "https://a.example/get/x?api-key=$API_KEY" \\
  --data-binary '{"name":"O'\\''Brien","csv":"a\\nb"}'`,
    `const API_KEY = 'test_1'${'\n'}const response = await fetch(\`https://a.example/get/x?api-key=\${API_KEY}\`, {
  method: 'PUT',
  body: '{"name":"O\\'Brien","csv":"a\\\\nb"}',
})
if (!response.ok) throw new Error((await response.json()).detail)
console.log(response.status)`,
    `from urllib.request import Request, urlopen

API_KEY = "test_1"
request = Request(f"https://a.example/get/x?api-key={API_KEY}", method="PUT", data="{\\"name\\":\\"O'Brien\\",\\"csv\\":\\"a\\\\nb\\"}".encode())
with urlopen(request) as response:
    print(response.status)`,
    `<?php
$apiKey = 'test_1';
$context = stream_context_create(['http' => [
  'method' => 'PUT',
  'content' => '{"name":"O\\'Brien","csv":"a\\\\nb"}',
]]);
$answer = file_get_contents("https://a.example/get/x?api-key=$apiKey", false, $context);
var_dump($answer !== false);`,
    `using System;
using System.Net.Http;

var apiKey = "test_1";
var http = new HttpClient();${'\n'}var response = await http.PutAsync($"https://a.example/get/x?api-key={apiKey}", new StringContent("{\\"name\\":\\"O'Brien\\",\\"csv\\":\\"a\\\\nb\\"}"));
response.EnsureSuccessStatusCode();
Console.WriteLine(response.StatusCode);`,
  ])
})

test('a list is text of several lines', () => {
  const [curl = '', javaScript = '', python = '', php = '', cSharp = ''] = inAll('POST', 'a\n"b"\n')
  const text = String.raw`"a\n\"b\"\n"`
  assert.match(curl, /\n {2}--data-binary 'a\n"b"\n'$/)
  assert.ok(javaScript.includes(`  body: ${text},`))
  assert.ok(python.includes(`, method="POST", data=${text}.encode())`))
  assert.ok(php.includes(`  'content' => ${text},`))
  assert.ok(cSharp.includes(`, new StringContent(${text}));`))
})
