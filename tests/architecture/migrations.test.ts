import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { judgeMigration, statementsOf, type Breach } from './migration-rules.ts'

/** The last migration before this rule. Those up to it ran before the portal was in use; nothing is added here. */
const LAST_OF_HISTORY = '0147'
const HISTORY: Readonly<Record<string, { breaches: readonly Breach[]; why: string }>> = {
  '0041-payment-payers.sql': {
    breaches: ['index-stops-writing', 'two-tables-locked'],
    why: 'a partial index of open requests, before the first payment',
  },
  '0070-visit-cookie.sql': { breaches: ['checks-every-row', 'index-stops-writing'], why: 'visits live for days: a small table' },
  '0080-notice-order.sql': {
    breaches: ['index-stops-writing', 'takes-away'],
    why: 'an index of open notices is made anew under its name; without it reads are slower, not wrong',
  },
  '0091-paying-in-another-currency.sql': {
    breaches: ['checks-every-row', 'two-tables-locked'],
    why: 'guards of the winner, before the first payment',
  },
  '0100-nothing-stops-the-money.sql': {
    breaches: ['checks-every-row', 'index-stops-writing', 'two-tables-locked'],
    why: 'guards of open attempts, before the first payment',
  },
  '0120-notice-budgets.sql': {
    breaches: ['checks-every-row', 'index-stops-writing'],
    why: 'notices leave after a month: seconds of waiting for notices, which providers repeat',
  },
  '0126-order-origin.sql': { breaches: ['checks-every-row'], why: 'one reading of the orders, a second for two million' },
  '0141-left-pay-page.sql': { breaches: ['checks-every-row'], why: 'one reading of the attempts, a second for two million' },
  '0143-one-amount.sql': {
    breaches: ['validated-under-lock'],
    why: 'it set out to check beside the traffic, and the transaction of the file kept the lock of its first statement',
  },
  '0145-find-payment.sql': {
    breaches: ['index-stops-writing', 'two-tables-locked'],
    why: 'two indexes: no payment is made for seconds while a large ledger gets them',
  },
  '0147-payment-link.sql': {
    breaches: ['index-stops-writing'],
    why: 'an index of few orders, which reads all of them once',
  },
}

const files = globSync('migrations/*.sql').toSorted()

test('F43 a migration locks no table for long and leaves the previous version all that it reads and writes', () => {
  expect(files.length).toBeGreaterThan(10)
  const judged = files.map((path) => ({ name: basename(path), breaches: breachesOf(readFileSync(path, 'utf8')) }))
  const expected = judged.map(({ name }) => ({ name, breaches: [...(HISTORY[name]?.breaches ?? [])].toSorted() }))
  expect(judged).toEqual(expected)
})

test('F43 exceptions to the rule are a closed list, each with a reason', () => {
  for (const [name, { breaches, why }] of Object.entries(HISTORY)) {
    expect(files.map((path) => basename(path))).toContain(name)
    expect(name.slice(0, 4) <= LAST_OF_HISTORY, `${name} came after the rule`).toBe(true)
    expect(breaches.length, name).toBeGreaterThan(0)
    expect(why.length, name).toBeGreaterThan(20)
  }
})

test('F43 no two migrations have the same number', () => {
  const numbers = files.map((path) => basename(path).slice(0, 4))
  expect(new Set(numbers).size).toBe(numbers.length)
})

test.for<[Breach, string]>([
  ['index-stops-writing', 'create index pay_order_language on pay_order (language);'],
  ['index-stops-writing', 'create unique index if not exists one on pay_order (language);'],
  ['index-stops-writing', 'alter table pay_order add constraint one unique (language);'],
  ['index-stops-writing', 'alter table visit add column mark bytea unique;'],
  ['index-not-repeatable', 'create index concurrently pay_order_language on pay_order (language);'],
  ['rewrites-table', 'alter table pay_order alter column amount_minor type numeric;'],
  ['rewrites-table', 'alter table pay_order alter column amount_minor set data type numeric;'],
  ['rewrites-table', 'alter table pay_order add column mark uuid default gen_random_uuid();'],
  ['rewrites-table', 'alter table pay_order add column seen timestamptz default clock_timestamp();'],
  ['rewrites-table', 'alter table pay_order add column place bigint generated always as identity;'],
  ['rewrites-table', 'alter table pay_order add column total bigint generated always as (amount_minor * 2) stored;'],
  ['checks-every-row', `alter table pay_order add constraint known check (language in ('fr', 'en'));`],
  ['checks-every-row', 'alter table pay_order add check (sends >= 0);'],
  ['checks-every-row', `alter table pay_order add column mark text check (mark <> '');`],
  ['checks-every-row', 'alter table purchase add foreign key (visit_id) references visit (id) on delete cascade;'],
  ['checks-every-row', 'alter table pay_order alter column paid_at set not null;'],
  [
    'validated-under-lock',
    'alter table pay_order add constraint a check (sends >= 0) not valid; alter table pay_order validate constraint a;',
  ],
  ['changes-rows', `update pay_order set language = 'fr' where language is null;`],
  ['changes-rows', 'delete from visit;'],
  ['changes-rows', 'insert into purchase select * from purchase;'],
  ['changes-rows', 'truncate rate_limit;'],
  ['two-tables-locked', 'alter table pay_order add column a text; alter table pay_attempt add column b text;'],
  ['two-tables-locked', 'create table a (id text references pay_order (id)); alter table visit add column b text;'],
  ['takes-away', 'drop table visit;'],
  ['takes-away', 'drop index pay_order_review;'],
  ['takes-away', 'alter table pay_order drop column origin;'],
  ['takes-away', 'alter table pay_order rename to orders;'],
  ['takes-away', 'alter table pay_order rename column origin to came_from;'],
  ['takes-away', 'alter table pay_order drop constraint pay_order_has_one_amount;'],
  ['takes-away', 'drop function take_limits;'],
  ['must-be-written', 'alter table pay_order add column channel text not null;'],
  ['must-be-written', 'alter table pay_order add column b text, add column channel text not null, add column c int default 0;'],
  ['must-be-written', 'alter table pay_order alter column origin set not null;'],
  ['keeps-rows-from-leaving', 'create table note (visit_id bytea references visit (id));'],
  ['keeps-rows-from-leaving', 'alter table pay_order add foreign key (visit_id) references visit (id) not valid;'],
  [
    'beside-traffic-with-others',
    'create index concurrently if not exists a on pay_order (language); alter table pay_order add column b text;',
  ],
  ['unknown-statement', 'lock table pay_order in access exclusive mode;'],
  ['unknown-statement', 'vacuum full pay_order;'],
  ['unknown-statement', 'do $$ begin execute 1; end $$;'],
])('F43 the rule finds %s in %s', ([breach, text]) => {
  expect(breachesOf(text)).toContain(breach)
})

test.for([
  'create table note (id text primary key, order_id text references pay_order (id)); create index note_order on note (order_id);',
  'create table note (visit_id bytea references visit (id) on delete cascade);',
  `alter table pay_order add column channel text not null default 'web', add column note text, add column tries int default 0;`,
  `alter table pay_order add column parts jsonb not null default '[]'::jsonb;`,
  'alter table pay_order add constraint known check (sends >= 0 and sends < 9) not valid;',
  'alter table pay_order validate constraint known;',
  'create index concurrently if not exists pay_order_language on pay_order (language);',
  'create unique index concurrently if not exists one on pay_order (language); drop index concurrently if exists other;',
  `create function f() returns trigger language plpgsql as $$ begin update pay_order set a = ';'; drop table visit; end $$;`,
  `-- drop table visit;\ncomment on table visit is 'drop table visit; it''s';`,
])('F43 the rule lets pass: %s', (text) => {
  expect(judgeMigration(text)).toEqual([])
})

test('F43 statements are split outside of strings, bodies and comments', () => {
  expect(statementsOf(`create function f() as $body$ a; b $body$; /* c; */ select ';''' -- d;\n;`)).toEqual([
    "create function f() as ''",
    "select ''",
  ])
})

function breachesOf(text: string): Breach[] {
  return [...new Set(judgeMigration(text).map(({ breach }) => breach))].toSorted()
}
