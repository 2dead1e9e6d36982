-- What positions cost and brought, what trades paid in fees, and what wallets earned. Rows that are
-- already there keep 0: what they cost is in blocks only, so the changelog asks for `sibyl reindex`.

-- In collateral. cost: of the shares held and not yet paid out, by average cost. paid_shares: settled or released.
alter table positions
  add column spent numeric(78, 0) not null default 0,
  add column received numeric(78, 0) not null default 0,
  add column fees numeric(78, 0) not null default 0,
  add column cost numeric(78, 0) not null default 0,
  add column paid_shares numeric(78, 0) not null default 0;
-- list-holders, and how many wallets traded in a market.
create index positions_market on positions (market_id, shares desc, id desc);

-- taken: what the order paid or got as taker, without fee.
alter table orders
  add column taken numeric(78, 0) not null default 0,
  add column fee numeric(78, 0) not null default 0;

-- What changed hands, to the unit; fee is the taker's.
alter table trades
  add column maker_collateral numeric(78, 0) not null default 0,
  add column taker_collateral numeric(78, 0) not null default 0,
  add column fee numeric(78, 0) not null default 0;

-- Who an order would meet, in the contract's order: price of yes first, then time.
create index orders_bids on orders (market_id, (case outcome when 'yes' then price else 1000 - price end) desc, order_id)
  where status = 'open' and (side = 'buy') = (outcome = 'yes');
create index orders_asks on orders (market_id, (case outcome when 'yes' then price else 1000 - price end), order_id)
  where status = 'open' and (side = 'buy') <> (outcome = 'yes');

create index markets_in_question on markets (state, id) where state in ('proposed', 'disputed');

-- What wallets earned and traded, by hour ('1h') and in all ('all', start 0); the wallet '' is the venue itself, whose volume
-- counts each trade once. profit is realised, fees are in it.
create table wallet_totals (
  "interval" text not null,
  start_ms bigint not null,
  wallet text not null,
  profit numeric(78, 0) not null,
  volume numeric(78, 0) not null,
  referral_fees numeric(78, 0) not null,
  creator_fees numeric(78, 0) not null,
  submitter_fees numeric(78, 0) not null,
  primary key ("interval", start_ms, wallet)
);
create index wallet_totals_profit on wallet_totals (profit desc, wallet) where "interval" = 'all' and wallet <> '';
create index wallet_totals_volume on wallet_totals (volume desc, wallet) where "interval" = 'all' and wallet <> '';
create index wallet_totals_wallet on wallet_totals (wallet) where "interval" = 'all';

-- A vote's place in its proposal's list.
alter table votes add column id bigint not null default 0;
create index votes_proposal on votes (proposal_id, id desc);

-- Whose bonds they are.
create index bonds_holder on bonds (holder);
