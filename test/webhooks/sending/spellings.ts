// Ways to write a target that leads into a private network, or to this machine.

/** Addresses that no delivery may go to, one of each range at least. */
const FORBIDDEN_V4 = [
  '127.0.0.1',
  '127.255.1.2',
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.169.254',
  '172.16.5.4',
  '172.31.255.255',
  '192.168.1.1',
  '192.0.0.8',
  '168.63.129.16',
  '192.0.2.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.99.1',
  '192.175.48.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
]

const FORBIDDEN_V6 = [
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  '0000:0000:0000:0000:0000:0000:0000:0001',
  '::ffff:0:127.0.0.1',
  'fe80::1',
  'fe80::a00:27ff:fe4e:66a1',
  'febf::1',
  'fec0::1',
  'fc00::1',
  'fd12:3456:789a::1',
  'ff02::1',
  'ff0e::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2001:10::1',
  '2001:20::1',
  '2001:2::1',
  '2001:3::1',
  '2001:4:112::1',
  '2001:30::1',
  '2620:4f:8000::1',
  '2002::1',
  '3fff::1',
  '5f00::1',
  '64:ff9b::5db8:d70e',
  '64:ff9b:1::1',
  '4000::1',
  '1::1',
]

const LOCAL_NAMES = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'LocalHost',
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  'ｌｏｃａｌｈｏｓｔ',
  'loc%61lhost',
  'a.localhost',
  'printer.local',
  'db.internal',
  'metadata.google.internal',
  'nas.lan',
  'wiki.intranet',
  'router.home.arpa',
  'box.localdomain',
]

/** Authorities: hosts as they stand in a URL. */
export function forbiddenHosts(): string[] {
  const hosts = FORBIDDEN_V4.flatMap(spellingsOfV4)
  const bracketed = FORBIDDEN_V6.map((address) => `[${address}]`)
  return [...new Set([...hosts, ...bracketed, ...LOCAL_NAMES])]
}

function spellingsOfV4(address: string): string[] {
  const [a, b, c, d] = address.split('.').map(Number)
  const whole = ((a * 256 + b) * 256 + c) * 256 + d
  const hex = (part: number) => `0x${part.toString(16)}`
  const octal = (part: number) => `0${part.toString(8)}`
  const groups = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  return [
    address,
    `${address}.`,
    String(whole),
    hex(whole),
    hex(whole).toUpperCase().replace('0X', '0x'),
    `0${whole.toString(8)}`,
    `0x00000000${whole.toString(16)}`,
    [a, b, c, d].map(hex).join('.'),
    [a, b, c, d].map(octal).join('.'),
    `${hex(a)}.${octal(b)}.${c}.${d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${hex(a)}.${hex((b * 256 + c) * 256 + d)}`,
    address.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    address.replace(/[1-9]/g, (digit) => String.fromCodePoint(0x245f + Number(digit))),
    address.replaceAll('.', '。'),
    address.replaceAll('.', '%2e'),
    address.replace(/\d/g, (digit) => `%3${digit}`),
    `[::ffff:${address}]`,
    `[::ffff:${groups}]`,
    `[::${address}]`,
    `[0:0:0:0:0:ffff:${groups}]`,
    `[64:ff9b::${address}]`,
    `[2002:${groups}::1]`,
  ]
}
