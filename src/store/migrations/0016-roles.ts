// What each operator may do, and how they sign in.

// Operators from before there were roles may still do everything.
export const roles = {
  name: 'roles',
  statements: ["alter table operator_key add column role text not null default 'administrator'"],
}

// Sign-in by OpenID Connect: whom the issuer means, and what it wants to see when they sign out.
export const openIdConnect = {
  name: 'openid connect',
  statements: [
    // The issuer and its name for the operator. Such an operator has a key that nobody knows.
    'alter table operator_key add column subject text',
    'create unique index operator_of_subject on operator_key (subject)',
    'alter table console_session add column id_token text',
    'alter table sign_in_link add column id_token text',
  ],
}
