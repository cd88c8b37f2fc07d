// A name server on this machine that says of each name what a test wants.

import { createSocket } from 'node:dgram'
import { isIP } from 'node:net'
import type { Ending } from '../../support/stores.ts'

interface NameServer {
  /** As `Resolver.setServers` takes it. */
  readonly server: string
  /** The names that were asked for, in order, with their type. */
  readonly asked: readonly string[]
}

/** Addresses of a name; none means that there is no such name. */
type Zone = (name: string) => readonly string[]

export async function startNameServer(t: Ending, zone: Zone): Promise<NameServer> {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (question, from) => {
    const { name, type, end } = readQuestion(question)
    asked.push(`${type === 28 ? 'AAAA' : 'A'} ${name}`)
    const version = type === 28 ? 6 : 4
    const addresses = zone(name).filter((address) => isIP(address) === version)
    socket.send(answer(question.subarray(0, end), type, addresses), from.port, from.address)
  })
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done))
  t.after(() => socket.close())
  return { server: `127.0.0.1:${socket.address().port}`, asked }
}

function readQuestion(message: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = message[at]; length > 0; length = message[at]) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), end: at + 5 }
}

function answer(question: Buffer, type: number, addresses: readonly string[]): Buffer {
  const header = Buffer.from(question.subarray(0, 12))
  header.writeUInt16BE(0x8180, 2)
  header.writeUInt16BE(addresses.length, 6)
  header.fill(0, 8, 12)
  const records = addresses.map((address) => {
    const data = type === 28 ? bytesOfV6(address) : Buffer.from(address.split('.').map(Number))
    const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length])
    return Buffer.concat([head, data])
  })
  return Buffer.concat([header, question.subarray(12), ...records])
}

function bytesOfV6(address: string): Buffer {
  const [head = '', tail = ''] = address.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(8 - front.length - back.length).fill('0')
  const bytes = Buffer.alloc(16)
  for (const [at, group] of [...front, ...zeros, ...back].entries()) {
    bytes.writeUInt16BE(Number.parseInt(group, 16), at * 2)
  }
  return bytes
}
