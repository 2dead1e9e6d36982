-- What the house remembers for itself: who holds a key, what was asked to be signed, how it is set.

-- For fuzzy search; in public, so that rebuilding the chain schema leaves it alone.
create extension if not exists pg_trgm with schema public;

-- Written by auth. Ended ones are kept for seven days, so that a late answer can say why it comes too late.
create table challenges (
  id text primary key,
  -- The wallet's address without a group suffix: one wallet, whatever group its address was written with.
  wallet text not null,
  -- As issued; it is signed byte for byte.
  challenge text not null,
  -- The caller's network address. Only tries from there count.
  client text not null,
  issued_at_ms bigint not null,
  expires_at_ms bigint not null,
  used_at_ms bigint,
  tries integer not null default 0
);

-- list-challenges: a wallet's challenges, newest first.
create index challenges_by_wallet on challenges (wallet, expires_at_ms desc, id desc);

-- purge-challenges
create index challenges_by_expiry on challenges (expires_at_ms);

-- Written by auth.
create table api_keys (
  id text primary key,
  -- SHA-256 of the key text, which is stored nowhere.
  key_hash bytea not null,
  key_prefix text not null,
  owner_address text not null,
  -- Hex without 0x. Ownership compares this.
  owner_public_key text not null,
  name text not null,
  scopes text[] not null,
  created_at_ms bigint not null,
  expires_at_ms bigint,
  last_used_at_ms bigint,
  revoked_at_ms bigint,
  -- Requests a minute granted by the operator; null where the usual limits hold.
  limit_reads bigint,
  limit_writes bigint
);

-- find-key-by-hash
create unique index api_keys_by_hash on api_keys (key_hash);

-- list-keys, count-active-keys
create index api_keys_by_owner on api_keys (owner_public_key, created_at_ms desc, id desc);

-- Written by auth: the switches an operator turns for all replicas at once.
create table settings (
  name text primary key,
  value jsonb not null,
  updated_at_ms bigint not null
);
