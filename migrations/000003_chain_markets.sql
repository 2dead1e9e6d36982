-- Markets, their events (groups of legs), and their books.

create table events (
  id bigint primary key,
  master_address text not null unique,
  proposal_id bigint not null,
  question text not null,
  category text,
  tags text[] not null,
  image_url text,
  leg_count integer not null,
  legs_text text not null,
  total_volume numeric(78, 0) not null,
  created_at_ms bigint not null,
  tsv tsvector not null generated always as (to_tsvector('english', question || ' ' || legs_text)) stored
);
create index events_created on events (created_at_ms, id);
create index events_volume on events (total_volume, id);
create index events_legs on events (leg_count, id);
create index events_category_created on events (category, created_at_ms, id);
create index events_category_volume on events (category, total_volume, id);
create index events_category_legs on events (category, leg_count, id);
create index events_tsv on events using gin (tsv);

-- state is what the contract said last; open means closed once the served block's time reaches ends_at_ms.
-- Best prices are of the yes book, 0 when that side is empty, because a null in a sort key loses rows.
create table markets (
  id bigint primary key,
  market_address text not null unique,
  proposal_id bigint not null,
  leg integer not null,
  event_id bigint,
  creator text not null,
  creator_share integer not null,
  question text not null,
  category text,
  tags text[] not null,
  tags_text text not null,
  rules text,
  resolution_sources text,
  image_url text,
  metadata jsonb,
  master_question text,
  master_image text,
  ends_at_ms bigint not null,
  created_at_ms bigint not null,
  state text not null,
  resolved boolean not null,
  final_outcome smallint,
  resolved_at_ms bigint,
  volume numeric(78, 0) not null,
  open_interest numeric(78, 0) not null,
  best_bid_yes integer not null,
  best_ask_yes integer not null,
  order_count bigint not null,
  trade_count bigint not null,
  last_trade_at_ms bigint not null,
  trend_amount numeric(78, 0) not null,
  trending bigint not null,
  unpaid_creator_fees numeric(78, 0) not null,
  unpaid_treasury_fees numeric(78, 0) not null,
  swept_chunks jsonb not null,
  updated_at_ms bigint not null,
  tsv tsvector not null generated always as (
    setweight(to_tsvector('english', question), 'A') ||
    setweight(to_tsvector('english', coalesce(category, '') || ' ' || tags_text), 'B') ||
    setweight(to_tsvector('english', coalesce(rules, '') || ' ' || coalesce(resolution_sources, '')), 'C')
  ) stored
);
create index markets_event on markets (event_id, leg);
create index markets_proposal on markets (proposal_id, leg);
create index markets_creator on markets (creator, id desc);
create index markets_created on markets (resolved, created_at_ms desc, id desc);
create index markets_volume on markets (resolved, volume desc, id desc);
create index markets_best_bid on markets (resolved, best_bid_yes desc, id desc);
create index markets_last_trade on markets (resolved, last_trade_at_ms desc, id desc);
create index markets_trending on markets (resolved, trending desc, id desc);
create index markets_category on markets (resolved, category, created_at_ms desc, id desc);
create index markets_tags on markets using gin (tags);
create index markets_tsv on markets using gin (tsv);

-- What rests at a price of the yes book; a level without orders has no row.
create table price_levels (
  market_id bigint not null,
  side text not null,
  price integer not null,
  quantity numeric(78, 0) not null,
  order_count bigint not null,
  primary key (market_id, side, price)
);

-- status: open, filled, cancelled. locked_collateral is what a resting buy holds, after resolution until released.
create table orders (
  id bigint primary key,
  market_id bigint not null,
  order_id bigint not null,
  trader text not null,
  side text not null,
  outcome text not null,
  price integer not null,
  quantity numeric(78, 0) not null,
  filled numeric(78, 0) not null,
  status text not null,
  time_in_force text not null,
  is_market_order boolean not null,
  referer_address text,
  tx_id text not null,
  height bigint not null,
  created_at_ms bigint not null,
  locked_collateral numeric(78, 0) not null,
  locked_shares numeric(78, 0) not null,
  released boolean not null,
  unique (market_id, order_id)
);
create index orders_trader on orders (trader, status, id desc);
create index orders_trader_market on orders (trader, market_id, status, id desc);
create index orders_trader_all on orders (trader, id desc);
create index orders_height on orders (height);
-- What a resolution cancels and the keeper releases.
create index orders_held on orders (market_id, order_id)
  where locked_collateral > 0 or locked_shares > 0;

create table trades (
  id bigint primary key,
  market_id bigint not null,
  tx_id text not null,
  height bigint not null,
  event_index integer not null,
  buy_order_id bigint not null,
  sell_order_id bigint not null,
  fill_type text not null,
  outcome text not null,
  side text not null,
  price integer not null,
  quantity numeric(78, 0) not null,
  amount_usd numeric(78, 0) not null,
  maker_address text not null,
  taker_address text not null,
  referer_address text,
  filled_at_ms bigint not null,
  unique (height, event_index)
);
create index trades_market on trades (market_id, id desc);
create index trades_maker on trades (maker_address, id desc);
create index trades_taker on trades (taker_address, id desc);

-- entry_cost / entry_quantity is the average buy price of the shares held. paid: for the shares, after resolution.
create table positions (
  id bigint primary key,
  user_address text not null,
  market_id bigint not null,
  position_type text not null,
  shares numeric(78, 0) not null,
  entry_cost numeric(78, 0) not null,
  entry_quantity numeric(78, 0) not null,
  entry_price integer,
  paid numeric(78, 0) not null,
  is_settled boolean not null,
  locked_collateral numeric(78, 0) not null,
  locked_shares numeric(78, 0) not null,
  created_at_ms bigint not null,
  updated_at_ms bigint not null,
  unique (user_address, market_id, position_type)
);
create index positions_user on positions (user_address, is_settled, id desc);
create index positions_user_all on positions (user_address, id desc);
-- Whom the keeper settles.
create index positions_unsettled on positions (market_id, user_address) where not is_settled;

create table parlays (
  id bigint primary key,
  maker text not null,
  taker text,
  amount numeric(78, 0) not null,
  combined_odds integer not null,
  taker_amount numeric(78, 0) not null,
  legs jsonb not null,
  expires_at_ms bigint not null,
  status text not null,
  result text,
  maker_payout numeric(78, 0),
  taker_payout numeric(78, 0),
  tx_id text not null,
  created_at_ms bigint not null,
  taken_at_ms bigint,
  ended_at_ms bigint,
  updated_at_ms bigint not null
);
create index parlays_status on parlays (status, id desc);
create index parlays_maker on parlays (maker, id desc);
create index parlays_taker on parlays (taker, id desc);
