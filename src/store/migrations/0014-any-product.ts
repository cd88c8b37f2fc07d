// The table of subscriptions no longer lists the products: the countries that are declared do.

export const anyProduct = {
  name: 'any product',
  // A column's own check goes with the column, in both databases.
  statements: [
    "alter table subscription add column any_product text not null default ''",
    'update subscription set any_product = product',
    'alter table subscription drop column product',
    'alter table subscription rename column any_product to product',
  ],
}
