// What each operator may do. Those from before there were roles go on doing everything.

export const roles = {
  name: 'roles',
  statements: ["alter table operator_key add column role text not null default 'administrator'"],
}
