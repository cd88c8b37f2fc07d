// Private addresses and, in a later migration, territories: what an account adds to its own look-ups.

export const privateAddresses = {
  name: 'private-addresses',
  statements: [
    // One row an account, changed with every change of its list: it counts the addresses, so that the maximum is exact,
    // and its version tells every node that what it holds is old.
    `create table private_address_list (
      account_id text primary key references account (id),
      version bigint not null,
      addresses integer not null check (addresses >= 0),
      last_number bigint not null
    )`,

    // `number` is the place in the list and is never given twice; without a point both coordinates are null.
    `create table private_address (
      account_id text not null references account (id),
      number bigint not null,
      id text not null unique,
      postcode text not null,
      postcode_number integer not null,
      line_1 text not null,
      line_2 text not null,
      line_3 text not null,
      line_4 text not null,
      locality text not null,
      town_or_city text not null,
      county text not null,
      residential integer not null check (residential in (0, 1)),
      latitude double precision,
      longitude double precision,
      primary key (account_id, number)
    )`,
    `create unique index private_address_of_postcode
      on private_address (account_id, postcode, postcode_number)`,
  ],
}

export const territories = {
  name: 'territories',
  statements: [
    // They share the version of the private addresses, which tells every node that what it holds is old.
    'alter table private_address_list add column territories integer not null default 0',
    // `version` is that of the list when the layer was sent. `code_property` is '' where the file tells.
    `create table territory (
      account_id text not null references account (id) on delete cascade,
      name text not null,
      version bigint not null,
      code_property text not null,
      name_property text not null,
      polygons integer not null,
      points integer not null,
      bytes integer not null,
      changed_at bigint not null,
      geojson text not null,
      primary key (account_id, name)
    )`,
  ],
}

export const importsInSteps = {
  name: 'imports in steps',
  statements: [
    // Numbers below the first were replaced, and those beyond the last are of an import that is under way: nobody sees
    // them. `importing` is a sortable id of its last step; '' where there is nothing of either.
    'alter table private_address_list add column first_number bigint not null default 0',
    "alter table private_address_list add column importing text not null default ''",
    "create index private_address_importing on private_address_list (importing) where importing > ''",
    // The numbers of replaced addresses begin again with 1 beside them.
    'drop index private_address_of_postcode',
    `create index private_address_of_postcode
      on private_address (account_id, postcode, postcode_number)`,
  ],
}
