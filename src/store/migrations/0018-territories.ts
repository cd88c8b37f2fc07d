// Territories: polygons that an account draws for its own look-ups.

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
