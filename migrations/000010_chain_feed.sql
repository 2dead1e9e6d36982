-- The feed: what each block changed, told once and in order. It lies outside undo: a reorganisation appends to it.

-- One row. epoch names this build of the index; messages below first_seq are gone.
create table feed_head (
  id smallint primary key default 1 check (id = 1),
  epoch text not null,
  first_seq bigint not null,
  last_seq bigint not null
);
insert into feed_head (epoch, first_seq, last_seq) values (left(gen_random_uuid()::text, 8), 1, 0);

-- data is the message's JSON as it is sent.
create table feed (
  seq bigint primary key,
  height bigint not null,
  block_hash text not null,
  at_ms bigint not null,
  channel text not null,
  type text not null,
  data text not null
);
create index feed_channel on feed (channel, seq);
create index feed_blocks on feed (height) where channel = 'blocks';

-- The version of each book that was told last: the next one's prev.
create table feed_books (
  market_id bigint primary key,
  version bigint not null
);

-- Price of yes in the last trade; 0: none yet.
alter table markets add column last_price integer not null default 0;
update markets m
set last_price = (
  select case when t.outcome = 'yes' then t.price else 1000 - t.price end
  from trades t
  where t.market_id = m.id
  order by t.id desc
  limit 1)
where m.trade_count > 0;
-- What ends soon, and what a block's time closes.
create index markets_ends on markets (resolved, ends_at_ms, id);

-- Whether it was the venue's: it caused an event, or was built here.
alter table transactions add column is_venue boolean not null default false;

-- Whose stake can be withdrawn from now on.
create index stakes_unlocking on stakes (unlock_at_ms) where unlocking > 0;
