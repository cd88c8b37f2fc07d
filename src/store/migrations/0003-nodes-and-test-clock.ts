// The nodes that run on one store, and the clock that tests move for all of them.

export const nodesAndTestClock = {
  name: 'nodes-and-test-clock',
  statements: [
    // No times: clocks of machines differ. A node lives while others see its beat change.
    `create table node (
      id text primary key,
      beat bigint not null,
      clock_version bigint
    )`,

    // One row. `offset_ms` moves the wall clock, `passed_ms` the time that only goes forward.
    `create table test_clock (
      id integer primary key check (id = 1),
      version bigint not null,
      offset_ms bigint not null,
      passed_ms bigint not null
    )`,
    'insert into test_clock (id, version, offset_ms, passed_ms) values (1, 0, 0, 0)',
  ],
}
