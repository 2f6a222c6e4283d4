-- Sandbox: the address of the portal at which the payer began, so that a gateway leads back to where the visit's cookie is.
alter table pay_order add column origin text check (length(origin) <= 300);
