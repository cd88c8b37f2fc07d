// The one table of layers: each room of src/, what it is for and what it may import. Lower rooms come first.

interface Room {
  readonly purpose: string
  /** `'everything'` is for what puts the others together. */
  readonly imports: readonly string[] | 'everything'
  /** The rooms inside it, each with its purpose. */
  readonly rooms?: Readonly<Record<string, string>>
}

/** The files that stand in `src/` itself. */
export const ROOT = '.'

export const ROOMS: Readonly<Record<string, Room>> = {
  lib: {
    purpose: 'Clock, log, ids and other tools that know nothing of addresses',
    imports: [],
    rooms: {
      brand: 'under whose name and logo people meet the service',
      delimited: 'records and fields of delimited text, from bytes',
      files: 'folders, and files for their owner only',
      thread: 'worker threads that answer questions',
      turns: 'callers in turns: long work in short slices, with requests in between',
    },
  },
  countries: {
    purpose: 'What each country declares: words, postcodes, fields, currency, examples',
    imports: [],
  },
  address: {
    purpose: 'What an address is: fields, lines, templates, postcodes, grid',
    imports: ['countries', 'lib'],
  },
  http: {
    purpose: 'Sockets, requests, replies, overload, and the table of problem codes',
    imports: ['lib'],
    rooms: { connections: 'what arrives on a connection, read and answered in turns' },
  },
  store: {
    purpose: 'One set of SQL for SQLite and PostgreSQL; backup',
    imports: ['lib'],
    rooms: {
      sqlite: 'the SQLite file and the thread that owns it',
      postgres: 'connections to a PostgreSQL server',
      migrations: 'the tables, change by change',
    },
  },
  index: {
    purpose: 'The index file: the layout, writer and reader of each structure in it',
    imports: ['address', 'countries', 'lib'],
    rooms: {
      file: 'the file itself: the table of sections, reading, writing, checks',
      columns: 'texts, lists and sparse columns, of which other structures are made',
      rows: 'rows on their way into an index: gathered, numbered, put in order',
      words: 'how text and numbers are made comparable, and the ways to write words',
      lines: 'the lines of an address as people write them, taken apart',
      terms: 'how names and numbers become terms, their dictionary, and the streets of each',
      streets: 'streets, and the records of their addresses',
      ids: 'the ids of records, and records by their id',
      geography: 'boxes for nearest, places, density',
      national: 'what only product `au` has',
      postal: 'what only product `uk` has',
      changes: 'a UK release and a change set merged into one index',
      build: 'from the rows of an importer to a finished file',
    },
  },
  lines: {
    purpose: 'Reads a line of text: what it says in other words, and where its parts are',
    imports: ['index', 'countries', 'lib'],
  },
  judge: {
    purpose:
      'Compares a line with one address, part by part: where they differ, and how likely it is meant',
    imports: ['lines', 'index', 'address', 'countries', 'lib'],
  },
  search: {
    purpose: 'Finds addresses in an open index',
    imports: ['judge', 'lines', 'index', 'address', 'countries', 'lib'],
    rooms: {
      query: 'from the typed text to its readings, and to what streets need for them',
      walks: 'from what a reading needs to the streets that may have it',
      judging: 'whether a street and its addresses have what was typed, and what they lose',
      match: 'from candidate streets to ranked addresses; explain',
      'giving-up':
        'what is given up of a line that nothing fits, and the places around a named one',
      validate: 'the verdict on a whole line',
      product: 'what each product answers, and a release joined with private addresses',
    },
  },
  importers: {
    purpose: 'From a source file to rows',
    imports: ['index', 'address', 'countries', 'lib'],
    rooms: {
      reading: 'archives, tables, rejects, progress',
      au: 'formats of Australian files',
      nz: 'formats of New Zealand files',
      uk: 'formats of UK files',
    },
  },
  match: {
    purpose: 'Which address a messy line or a row of parts means, and how sure that is',
    imports: ['judge', 'search', 'lines', 'index', 'address', 'countries', 'lib'],
  },
  areas: {
    purpose: 'Areas around addresses: layers read by key or polygon, joined with a release, asked',
    imports: ['importers', 'index', 'address', 'countries', 'lib'],
    rooms: { polygons: 'polygons from geographic files: read, checked, and points found in them' },
  },
  lists: {
    purpose: 'Lists of addresses as people keep them: encoding, delimiter, header, columns',
    imports: ['areas', 'match', 'importers', 'search', 'index', 'address', 'countries', 'lib'],
    rooms: {
      importing: 'rows of an index from a list: its column map, its addresses taken apart',
      matching: 'the address of each row: read, matched on all cores, written back, summed up',
    },
  },
  engine: {
    purpose: 'The engine as a library, `doorplate/engine`: import formats, build, open, ask',
    imports: [
      'areas',
      'lists',
      'match',
      'importers',
      'search',
      'index',
      'address',
      'countries',
      'lib',
    ],
  },
  sample: {
    purpose: 'Made-up addresses in real places, the same at every start',
    imports: ['index', 'address', 'countries', 'lib'],
  },
  releases: {
    purpose: 'Which release of each product is on disk and in use',
    imports: ['areas', 'sample', 'engine', 'search', 'index', 'address', 'countries', 'lib'],
    rooms: { ledger: 'the ids of all releases, and what became of them from one to the next' },
  },
  mail: {
    purpose: 'Mail: queue, layout, recipients, sending',
    imports: ['store', 'lib'],
  },
  account: {
    purpose: 'Accounts, keys, subscriptions, plans, usage',
    imports: ['mail', 'store', 'address', 'countries', 'lib'],
    rooms: {
      keys: 'API keys, admin keys and domain tokens',
      operators: 'operators, the log of what they did, and what they do about an account',
      sessions: 'sessions of browsers, and the links by mail that begin them',
      data: 'what is stored about an account: a copy of it, and its erasure',
      plans: 'the plans on offer, their file, and which plan an account was on',
    },
  },
  webhooks: {
    purpose: 'The log of events and their delivery',
    imports: ['mail', 'store', 'lib'],
    rooms: {
      delivery: 'from the log to the receiver: claims, runs, retries, what became of each',
      sending: 'one attempt: where it may go, its signature, its answer',
    },
  },
  billing: {
    purpose: 'Invoices, their PDF, the billing run, endings',
    imports: ['webhooks', 'account', 'mail', 'store', 'address', 'countries', 'lib'],
    rooms: {
      invoices: 'what an invoice says, what a term costs, its rows, its PDF and its signed link',
      doctor: 'checks of the books',
    },
  },
  access: {
    purpose: 'Who calls, and what they may do',
    imports: ['webhooks', 'account', 'mail', 'store', 'http', 'lib'],
    rooms: { charge: 'the charge of a look-up: durable, once, within the allowance' },
  },
  'rate-limits': {
    purpose: 'How often a caller may call and how much work that may be, in memory or in Redis',
    imports: ['access', 'account', 'http', 'lib'],
  },
  settings: {
    purpose: 'Every setting, and the configuration that follows from them',
    imports: [
      'rate-limits',
      'access',
      'billing',
      'webhooks',
      'account',
      'mail',
      'store',
      'http',
      'countries',
      'lib',
    ],
  },
  nodes: {
    purpose: 'The nodes on one store, and the test clock they follow',
    imports: ['rate-limits', 'store', 'lib'],
  },
  territories: {
    purpose: 'Polygons that an account draws for its own look-ups, joined when it looks up',
    imports: ['areas', 'index', 'store', 'address', 'lib'],
  },
  'private-addresses': {
    purpose: 'The addresses that an account adds to its own look-ups, and their index',
    imports: [
      'territories',
      'areas',
      'access',
      'search',
      'index',
      'store',
      'address',
      'countries',
      'lib',
    ],
  },
  batches: {
    purpose: 'Lists that are matched in the background: upload, chunks, leases, charges, results',
    imports: [
      'private-addresses',
      'lists',
      'match',
      'access',
      'webhooks',
      'account',
      'mail',
      'releases',
      'engine',
      'judge',
      'search',
      'store',
      'address',
      'http',
      'lib',
    ],
    rooms: {
      uploads:
        'a list as it arrives: how many at a time, how fast, its preview, its rows in chunks',
    },
  },
  watch: {
    purpose: 'What changes from release to release, and the watch lists that hear of it',
    imports: ['account', 'webhooks', 'releases', 'store', 'address', 'lib'],
  },
  endpoints: {
    purpose: 'Every path: its definition, its schemas and its handler; the cache of free answers',
    imports: [
      'territories',
      'watch',
      'batches',
      'lists',
      'match',
      'private-addresses',
      'access',
      'billing',
      'webhooks',
      'account',
      'mail',
      'judge',
      'search',
      'address',
      'countries',
      'http',
      'lib',
    ],
    rooms: {
      account: 'subscription, usage, plans, invoices, e-mail addresses',
      batch: 'lists that are matched in the background',
      'look-ups': 'look-ups of both products',
      operator: 'what operators see and do',
      pages: 'health, metrics, and what a page is',
      'private-address': 'both forms of the list of private addresses',
      security: 'API key and domain tokens',
      session: 'signing in to the consoles, and out',
      watch: 'the change log and watch lists',
      webhook: 'registrations and deliveries',
    },
  },
  agents: {
    purpose: 'What agents are offered by MCP, here and at `/mcp`',
    imports: ['match', 'search', 'address', 'countries', 'http', 'lib'],
  },
  reference: {
    purpose:
      'The OpenAPI document, the Postman collection and their examples, made from the endpoints',
    imports: ['endpoints', 'address', 'countries', 'http', 'lib'],
  },
  client: {
    purpose: 'What others put into their pages and programs: address field, typed client',
    imports: [],
  },
  legacy: {
    purpose: 'Everything that only clients of the service that closed need',
    imports: 'everything',
    rooms: { pages: 'the scripts that their web pages load' },
  },
  web: {
    purpose: 'Pages: HTML is made by `.ts`, what runs in the browser is `.js`',
    imports: [
      'legacy',
      'reference',
      'endpoints',
      'releases',
      'search',
      'index',
      'store',
      'address',
      'countries',
      'http',
      'lib',
    ],
    rooms: {
      shared: 'what both consoles are made of: calls, forms, tables, dates',
      lists: 'lists that are matched: a new one, how far they are, their doubtful rows',
      console: 'the account holder’s console',
      docs: 'the API reference and the reference of errors',
      operator: 'the console of operators',
      'sign-up': 'where anybody makes a trial account',
      start: 'the start page and its map',
    },
  },
  metrics: {
    purpose: 'What `/metrics` tells of a service',
    imports: ['webhooks', 'mail', 'access', 'rate-limits', 'releases', 'http', 'lib'],
  },
  request: {
    purpose:
      'Steps in the life of a request: letting in, refusing, charging, the audit log, the bill',
    imports: 'everything',
  },
  threads: { purpose: 'Look-up threads in addition to the first one', imports: 'everything' },
  commands: {
    purpose: 'The commands of the command line',
    imports: 'everything',
    rooms: {
      shared: 'what a command is, its options and its help; the store it works on',
      account: 'what the operator does for account holders',
    },
  },
  [ROOT]: {
    purpose: 'What a reader opens first: entry, settings, paths, the life of a request',
    imports: 'everything',
  },
}
