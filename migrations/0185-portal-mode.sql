-- OPS-2: the mode of the portal that this database belongs to. One row; a portal in another mode does not start on it.
create table portal_mode (
  only_row boolean primary key default true check (only_row),
  mode text not null check (mode in ('sandbox', 'production')),
  noted_at timestamptz not null default now()
);
