// Domain tokens: keys for browser code, public by nature, each for one domain.

export const domainTokens = {
  name: 'domain-tokens',
  statements: [
    // A token stands in web pages for everyone to read, so its owner may read it again too.
    'alter table credential add column token_value text',
    'alter table credential add column visitor_limit integer',
    'alter table credential add column visitor_minutes integer',
    `create unique index token_of_domain on credential (account_id, domain)
      where kind = 'token' and revoked_at is null`,
  ],
}
