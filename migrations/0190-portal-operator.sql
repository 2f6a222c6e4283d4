-- OPS-2: the country and the currency of the prices of the operator in production that this database belongs to.
alter table portal_mode add column country char(2), add column currency char(3);
