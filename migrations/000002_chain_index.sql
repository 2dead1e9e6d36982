-- Schema chain: a memory of the chain, written by the indexer alone. Dropping it and indexing again gives the same
-- rows, ids included; nothing here needs a backup. Amounts are base units, times Unix milliseconds of blocks.

-- One row: the last applied block. revision grows with every change, reorganisations included, and never steps back.
create table checkpoint (
  id smallint primary key default 1 check (id = 1),
  network_id integer not null,
  genesis_hash text not null,
  start_height bigint not null,
  height bigint not null,
  hash text not null,
  timestamp_ms bigint not null,
  final_height bigint not null,
  revision bigint not null
);

-- One row: how the indexer stands to its node. Not derived from the chain, and not compared after a rebuild.
create table index_health (
  id smallint primary key default 1 check (id = 1),
  node_height bigint not null,
  caught_up_at_ms bigint not null,
  checked_at_ms bigint not null,
  halted_reason text,
  -- Which of several indexers writes, and until when the others wait for it.
  leader text,
  leader_until_ms bigint not null default 0
);

create table blocks (
  height bigint primary key,
  hash text not null unique,
  parent_hash text not null,
  timestamp_ms bigint not null
);

-- Script transactions of the followed chain, ours or not: a build is looked up here by its id.
create table transactions (
  tx_id text primary key,
  height bigint not null,
  script_ok boolean not null
);
create index transactions_height on transactions (height);

-- The state of each changed row before a block, as long as that block may still be undone. A null image: no such row.
create table undo_log (
  height bigint not null,
  table_name text not null,
  row_key jsonb not null,
  image jsonb,
  primary key (table_name, row_key, height)
);
create index undo_log_height on undo_log (height);

-- Dense public ids without gaps: a sequence would not step back when a block is undone.
create table id_counters (
  name text primary key,
  last_id bigint not null
);

-- Exact totals of lists, changed in the block's own transaction.
create table list_counts (
  scope text not null,
  key text not null,
  n bigint not null,
  primary key (scope, key)
);

-- Words of all searched market texts, and in how many markets each occurs: typos are matched against these.
create table search_words (
  word text primary key,
  ndoc bigint not null
);
create index search_words_trgm on search_words using gin (word gin_trgm_ops);
