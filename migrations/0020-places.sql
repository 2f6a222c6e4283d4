-- Which shops and sites are served: the demonstration data until the operator imports its own. The fingerprint changes with the data.
create table place_data (
  kind text primary key check (kind in ('shops', 'sites')),
  source text not null check (source in ('seed', 'import')),
  fingerprint text not null,
  as_of date not null,
  imported_at timestamptz not null default now()
);

-- One site of the radio network. Bits of technologies: 1 is 2G, 2 is 3G, 4 is 4G, 8 is 5G.
create table coverage_site (
  id bigint generated always as identity primary key,
  title text not null,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  technologies smallint not null check (technologies between 1 and 15)
);

-- Shops of the operator and its dealers. The number is the one in links that people share: it lives as long as the import keeps it.
create table shop (
  number integer primary key check (number > 0),
  kind text not null check (kind in ('shop', 'dealer')),
  name text not null,
  town text not null,
  quarter text not null,
  address text not null,
  postal_code text not null,
  phone text not null,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  opening_hours text not null,
  services text[] not null
);
