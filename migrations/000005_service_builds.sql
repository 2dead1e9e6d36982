-- Written by builder: every transaction it has built, with the answer it gave. A build that is replaced is ended; the
-- one that is not ended is what the same body gets again.
create table builds (
  -- Internal: never shown, so a sequence may count it.
  id bigint generated always as identity primary key,
  -- SHA-256, hex, of method, path, network and canonical body.
  request_hash text not null,
  kind text not null,
  signer_address text not null,
  -- The canonical body; its clientRef, when it has one, keeps the build for a day and beyond its inclusion.
  body text not null,
  has_client_ref boolean not null,
  tx_id text not null,
  -- The answer, byte for byte.
  response text not null,
  -- What the transaction does when it is included as simulated, JSON for GET /v1/transactions/{txId}.
  summary text not null,
  created_at_ms bigint not null,
  expires_at_ms bigint not null,
  ended_at_ms bigint,
  end_reason text check (end_reason in ('included', 'input_spent', 'expired')),
  -- The last block the transaction was seen in: one that is in no block any more was orphaned.
  seen_block_hash text,
  check ((ended_at_ms is null) = (end_reason is null))
);

-- insert-build: of parallel twins one wins. find-live-build.
create unique index builds_live on builds (request_hash) where ended_at_ms is null;

-- find-build-by-tx
create index builds_by_tx on builds (tx_id);

-- find-build-standing: coins that other builds of a wallet count on
create index builds_by_signer on builds (signer_address, expires_at_ms) where ended_at_ms is null;

-- purge-builds
create index builds_by_expiry on builds (expires_at_ms);

create table build_inputs (
  build_id bigint not null references builds (id) on delete cascade,
  output_key text not null,
  -- Spent by this build and by every earlier build of the same request that can still land.
  is_shared boolean not null,
  primary key (build_id, output_key)
);

-- Whose builds count on a coin: asked when a coin's owner wonders.
create index build_inputs_by_output on build_inputs (output_key);
