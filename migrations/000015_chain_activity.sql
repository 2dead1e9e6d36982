-- What each wallet did, in the order of the chain; and at which block orders ended. Rows that are already there have neither,
-- so the changelog asks for `sibyl reindex`.

-- Only added to; undone by height. Amounts are signed: what it brought the wallet, or cost it.
create table activity (
  id bigint primary key,
  height bigint not null,
  at_ms bigint not null,
  tx_id text,
  wallet text not null,
  type text not null,
  market_id bigint,
  order_id bigint,
  side text,
  outcome text,
  price integer,
  quantity numeric(78, 0),
  collateral numeric(78, 0),
  native numeric(78, 0),
  stake numeric(78, 0),
  fee numeric(78, 0),
  reference bigint,
  note text
);
create index activity_wallet on activity (wallet, id desc);
create index activity_height on activity (height);

-- The block that filled, cancelled or expired it.
alter table orders add column ended_height bigint;
create index orders_ended on orders (market_id, ended_height) where ended_height is not null;

create index commits_market on commits (market_id, committed_at_ms desc, id desc);
