import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import { up as start } from './migrations/001_start.ts';
import { up as money } from './migrations/002_money.ts';
import { up as companySums } from './migrations/003_company_sums.ts';
import { up as events } from './migrations/004_events.ts';
import { up as eventDays } from './migrations/005_event_days.ts';
import { up as people } from './migrations/006_people.ts';
import { up as paymentDays } from './migrations/007_payment_days.ts';
import { up as fewerIndexes } from './migrations/008_fewer_indexes.ts';
import { up as commissionable } from './migrations/009_commissionable.ts';
import { up as adjustments } from './migrations/010_adjustments.ts';
import { up as snapshots } from './migrations/011_snapshots.ts';
import { up as past } from './migrations/012_past.ts';
import { up as turns } from './migrations/013_turns.ts';
import { up as programless } from './migrations/014_programless.ts';
import { up as openDays } from './migrations/015_open_days.ts';
import { up as structuredCauses } from './migrations/016_structured_causes.ts';
import { up as arrivals } from './migrations/017_arrivals.ts';
import { up as jobs } from './migrations/018_jobs.ts';
import { up as mail } from './migrations/019_mail.ts';
import { up as secrets } from './migrations/019_secrets.ts';
import { up as calls } from './migrations/019_vendor_calls.ts';
import { up as marks } from './migrations/020_marks.ts';
import { up as books } from './migrations/021_books.ts';
import { up as writing } from './migrations/021_writing.ts';
import { up as imports } from './migrations/022_imports.ts';
import { up as heads } from './migrations/024_heads.ts';
import { up as quarantineCodes } from './migrations/025_quarantine_codes.ts';
import { up as wake } from './migrations/026_wake.ts';
import { up as activity } from './migrations/027_activity.ts';
import { up as deals } from './migrations/028_deals.ts';
import { up as views } from './migrations/029_views.ts';
import { up as search } from './migrations/030_search.ts';
import { up as clauses } from './migrations/031_clauses.ts';
import { up as draws } from './migrations/032_draws.ts';
import { up as invoices } from './migrations/034_invoices.ts';
import { up as payments } from './migrations/036_payments.ts';
import { up as payoutRuns } from './migrations/037_payout_runs.ts';
import { up as paidDraws } from './migrations/038_paid_draws.ts';
import { up as closing } from './migrations/039_closing.ts';
import { up as undo } from './migrations/040_undo.ts';
import { up as configChanges } from './migrations/041_config_changes.ts';
import { up as reports } from './migrations/042_reports.ts';
import { up as notices } from './migrations/044_notices.ts';
import { up as connections } from './migrations/045_connections.ts';
import { up as outsideMoney } from './migrations/046_outside_money.ts';
import { up as bank } from './migrations/047_bank.ts';
import { up as sheets } from './migrations/049_sheets.ts';
import { up as shifts } from './migrations/050_shifts.ts';
import { up as crmStages } from './migrations/051_crm_stages.ts';
import { up as adjustmentSums } from './migrations/052_adjustment_sums.ts';
import { up as changes } from './migrations/053_changes.ts';
import { up as lens } from './migrations/053_lens.ts';
import { up as story } from './migrations/055_story.ts';
import { up as knownOrder } from './migrations/056_known_order.ts';
import { up as dealMoves } from './migrations/057_deal_moves.ts';
import { up as undoneChanges } from './migrations/058_undone_changes.ts';
import { up as joinedOn } from './migrations/059_joined_on.ts';
import { up as bonusLevels } from './migrations/060_bonus_levels.ts';
import { up as mergedDeals } from './migrations/062_merged_deals.ts';
import { up as leftOutAndLeads } from './migrations/063_left_out_and_leads.ts';
import { up as runsAmounts } from './migrations/064_runs_amounts.ts';
import { up as runAmounts } from './migrations/065_run_amounts.ts';
import { up as statusNotIndexed } from './migrations/066_status_not_indexed.ts';
import { up as rowsPeople } from './migrations/067_rows_people.ts';
import { up as jobCrashes } from './migrations/069_job_crashes.ts';
import { up as rights } from './migrations/070_rights.ts';
import { up as datedPeople } from './migrations/071_dated_people.ts';
import { up as peopleOverTime } from './migrations/072_people_over_time.ts';
import { up as unchained } from './migrations/073_unchained.ts';
import { up as closingRules } from './migrations/074_closing_rules.ts';
import { up as settledByCredit } from './migrations/075_settled_by_credit.ts';
import { up as memosFollow } from './migrations/076_memos_follow.ts';
import { up as proposals } from './migrations/076_proposals.ts';
import { up as personAdjustments } from './migrations/077_person_adjustments.ts';
import { up as upgradeTold } from './migrations/079_upgrade_told.ts';
import { up as onlySellers } from './migrations/083_only_sellers.ts';
import { up as movedByCredit } from './migrations/084_moved_by_credit.ts';
import { up as plannedPeople } from './migrations/085_planned_people.ts';
import { up as auditDays } from './migrations/087_audit_days.ts';
import { up as settledOtherwise } from './migrations/090_settled_otherwise.ts';
import { up as importLayouts } from './migrations/095_import_layouts.ts';
import { up as employeeNumber } from './migrations/100_employee_number.ts';
import { up as employedAgain } from './migrations/101_employed_again.ts';
import { up as leaves } from './migrations/102_leaves.ts';
import { up as settledUnpaid } from './migrations/105_settled_unpaid.ts';
import { up as proposalChanges } from './migrations/110_proposal_changes.ts';
import { up as sourceKinds } from './migrations/115_source_kinds.ts';
import { up as channels } from './migrations/125_channels.ts';
import { up as paidReceipts } from './migrations/130_paid_receipts.ts';
import { up as reversedPayouts } from './migrations/134_reversed_payouts.ts';
import { up as connectionNames } from './migrations/138_connection_names.ts';
import { up as reasons } from './migrations/150_reasons.ts';
import { up as saleFacts } from './migrations/165_sale_facts.ts';
import { up as customerSince } from './migrations/166_customer_since.ts';
import { up as unitsAndListPrice } from './migrations/167_units_and_list_price.ts';
import { up as heldBackPayouts } from './migrations/170_held_back_payouts.ts';
import { up as statementReminders } from './migrations/175_statement_reminders.ts';
import { up as signInLinks } from './migrations/180_sign_in_links.ts';
import { up as rowsInvoices } from './migrations/190_rows_invoices.ts';
import { up as differingInvoices } from './migrations/191_differing_invoices.ts';
import { up as paidBefore } from './migrations/200_paid_before.ts';
import { up as setUp } from './migrations/201_set_up.ts';
import { up as memoSteps } from './migrations/215_memo_steps.ts';
import { up as leaveAtClosing } from './migrations/216_leave_at_closing.ts';
import { up as planDrafts } from './migrations/220_plan_drafts.ts';
import { up as userImports } from './migrations/230_user_imports.ts';
import { up as customerIndexes } from './migrations/245_customer_indexes.ts';
import { up as leastQuotaOnLeave } from './migrations/250_least_quota_on_leave.ts';
import { up as territories } from './migrations/260_territories.ts';
import { up as userImportLayouts } from './migrations/261_user_import_layouts.ts';
import { up as companyLogo } from './migrations/290_company_logo.ts';
import { up as apiTokens } from './migrations/300_api_tokens.ts';
import { up as programProposals } from './migrations/310_program_proposals.ts';
import { up as dealCustomers } from './migrations/320_deal_customers.ts';
import { up as tokensInLens } from './migrations/330_tokens_in_lens.ts';
import { up as webhooks } from './migrations/340_webhooks.ts';
import { up as singleSignOn } from './migrations/350_single_sign_on.ts';
import { up as secondFactor } from './migrations/351_second_factor.ts';
import { up as invoiceBalances } from './migrations/352_invoice_balances.ts';
import { up as provisionedUsers } from './migrations/355_provisioned_users.ts';
import { up as knownDevices } from './migrations/358_known_devices.ts';
import { up as unsentInvoices } from './migrations/363_unsent_invoices.ts';
import { up as clauseSums } from './migrations/370_clause_sums.ts';
import { up as searchIndexes } from './migrations/371_search_indexes.ts';
import { up as balanceStatuses } from './migrations/372_balance_statuses.ts';
import { up as statementRoots } from './migrations/380_statement_roots.ts';
import { up as viewPerson } from './migrations/381_view_person.ts';
import type { Schema } from './schema/index.ts';

/** In order, imported statically so that they are in the bundle. Released migrations are never edited. */
const migrations: readonly Readonly<{ name: string; up: string }>[] = [
  { name: '001_start', up: start },
  { name: '002_money', up: money },
  { name: '003_company_sums', up: companySums },
  { name: '004_events', up: events },
  { name: '005_event_days', up: eventDays },
  { name: '006_people', up: people },
  { name: '007_payment_days', up: paymentDays },
  { name: '008_fewer_indexes', up: fewerIndexes },
  { name: '009_commissionable', up: commissionable },
  { name: '010_adjustments', up: adjustments },
  { name: '011_snapshots', up: snapshots },
  { name: '012_past', up: past },
  { name: '013_turns', up: turns },
  { name: '014_programless', up: programless },
  { name: '015_open_days', up: openDays },
  { name: '016_structured_causes', up: structuredCauses },
  { name: '017_arrivals', up: arrivals },
  { name: '018_jobs', up: jobs },
  { name: '019_mail', up: mail },
  { name: '019_secrets', up: secrets },
  { name: '019_vendor_calls', up: calls },
  { name: '020_marks', up: marks },
  { name: '021_books', up: books },
  { name: '021_writing', up: writing },
  { name: '022_imports', up: imports },
  { name: '024_heads', up: heads },
  { name: '025_quarantine_codes', up: quarantineCodes },
  { name: '026_wake', up: wake },
  { name: '027_activity', up: activity },
  { name: '028_deals', up: deals },
  { name: '029_views', up: views },
  { name: '030_search', up: search },
  { name: '031_clauses', up: clauses },
  { name: '032_draws', up: draws },
  { name: '034_invoices', up: invoices },
  { name: '036_payments', up: payments },
  { name: '037_payout_runs', up: payoutRuns },
  { name: '038_paid_draws', up: paidDraws },
  { name: '039_closing', up: closing },
  { name: '040_undo', up: undo },
  { name: '041_config_changes', up: configChanges },
  { name: '042_reports', up: reports },
  { name: '044_notices', up: notices },
  { name: '045_connections', up: connections },
  { name: '046_outside_money', up: outsideMoney },
  { name: '047_bank', up: bank },
  { name: '049_sheets', up: sheets },
  { name: '050_shifts', up: shifts },
  { name: '051_crm_stages', up: crmStages },
  { name: '052_adjustment_sums', up: adjustmentSums },
  { name: '053_changes', up: changes },
  { name: '053_lens', up: lens },
  { name: '055_story', up: story },
  { name: '056_known_order', up: knownOrder },
  { name: '057_deal_moves', up: dealMoves },
  { name: '058_undone_changes', up: undoneChanges },
  { name: '059_joined_on', up: joinedOn },
  { name: '060_bonus_levels', up: bonusLevels },
  { name: '062_merged_deals', up: mergedDeals },
  { name: '063_left_out_and_leads', up: leftOutAndLeads },
  { name: '064_runs_amounts', up: runsAmounts },
  { name: '065_run_amounts', up: runAmounts },
  { name: '066_status_not_indexed', up: statusNotIndexed },
  { name: '067_rows_people', up: rowsPeople },
  { name: '069_job_crashes', up: jobCrashes },
  { name: '070_rights', up: rights },
  { name: '071_dated_people', up: datedPeople },
  { name: '072_people_over_time', up: peopleOverTime },
  { name: '073_unchained', up: unchained },
  { name: '074_closing_rules', up: closingRules },
  { name: '075_settled_by_credit', up: settledByCredit },
  { name: '076_memos_follow', up: memosFollow },
  { name: '076_proposals', up: proposals },
  { name: '077_person_adjustments', up: personAdjustments },
  { name: '079_upgrade_told', up: upgradeTold },
  { name: '083_only_sellers', up: onlySellers },
  { name: '084_moved_by_credit', up: movedByCredit },
  { name: '085_planned_people', up: plannedPeople },
  { name: '087_audit_days', up: auditDays },
  { name: '090_settled_otherwise', up: settledOtherwise },
  { name: '095_import_layouts', up: importLayouts },
  { name: '100_employee_number', up: employeeNumber },
  { name: '101_employed_again', up: employedAgain },
  { name: '102_leaves', up: leaves },
  { name: '105_settled_unpaid', up: settledUnpaid },
  { name: '110_proposal_changes', up: proposalChanges },
  { name: '115_source_kinds', up: sourceKinds },
  { name: '125_channels', up: channels },
  { name: '130_paid_receipts', up: paidReceipts },
  { name: '134_reversed_payouts', up: reversedPayouts },
  { name: '138_connection_names', up: connectionNames },
  { name: '150_reasons', up: reasons },
  { name: '165_sale_facts', up: saleFacts },
  { name: '166_customer_since', up: customerSince },
  { name: '167_units_and_list_price', up: unitsAndListPrice },
  { name: '170_held_back_payouts', up: heldBackPayouts },
  { name: '175_statement_reminders', up: statementReminders },
  { name: '180_sign_in_links', up: signInLinks },
  { name: '190_rows_invoices', up: rowsInvoices },
  { name: '191_differing_invoices', up: differingInvoices },
  { name: '200_paid_before', up: paidBefore },
  { name: '201_set_up', up: setUp },
  { name: '215_memo_steps', up: memoSteps },
  { name: '216_leave_at_closing', up: leaveAtClosing },
  { name: '220_plan_drafts', up: planDrafts },
  { name: '230_user_imports', up: userImports },
  { name: '245_customer_indexes', up: customerIndexes },
  { name: '250_least_quota_on_leave', up: leastQuotaOnLeave },
  { name: '260_territories', up: territories },
  { name: '261_user_import_layouts', up: userImportLayouts },
  { name: '290_company_logo', up: companyLogo },
  { name: '300_api_tokens', up: apiTokens },
  { name: '310_program_proposals', up: programProposals },
  { name: '320_deal_customers', up: dealCustomers },
  { name: '330_tokens_in_lens', up: tokensInLens },
  { name: '340_webhooks', up: webhooks },
  { name: '350_single_sign_on', up: singleSignOn },
  { name: '351_second_factor', up: secondFactor },
  { name: '352_invoice_balances', up: invoiceBalances },
  { name: '355_provisioned_users', up: provisionedUsers },
  { name: '358_known_devices', up: knownDevices },
  { name: '363_unsent_invoices', up: unsentInvoices },
  { name: '370_clause_sums', up: clauseSums },
  { name: '371_search_indexes', up: searchIndexes },
  { name: '372_balance_statuses', up: balanceStatuses },
  { name: '380_statement_roots', up: statementRoots },
  { name: '381_view_person', up: viewPerson },
];

/** Concurrent `if not exists` still races inside PostgreSQL's catalog, so the loser retries. */
const createMigrationsTable = async (query: Kysely<Schema>, attemptsLeft = 5): Promise<void> => {
  const statement = sql`create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())`;
  await statement.execute(query).catch(async (error: { code?: string }) => {
    if (attemptsLeft === 0 || !['23505', '42P07', '42710'].includes(error.code ?? '')) throw error;
    await createMigrationsTable(query, attemptsLeft - 1);
  });
};

/** Migrations that are not applied yet, and applied ones that this version does not know. Changes nothing. */
export const findPendingMigrations = async ({ query }: Database): Promise<Readonly<{ pending: string[]; unknown: string[] }>> => {
  const { rows: tables } = await sql`select 1 from information_schema.tables where table_name = 'schema_migrations'`.execute(query);
  const { rows } = tables.length > 0 ? await sql<{ name: string }>`select name from schema_migrations`.execute(query) : { rows: [] };
  const applied = rows.map(({ name }) => name);
  const known = migrations.map(({ name }) => name);
  return { pending: known.filter((name) => !applied.includes(name)), unknown: applied.filter((name) => !known.includes(name)) };
};

class DryRunRollback extends Error {}

/**
 * Applies the missing migrations in one transaction and rolls it back, to check that they would succeed.
 * @returns the names that `migrate` would apply
 */
export const tryMigrations = async (db: Database): Promise<string[]> => {
  const triedNames: string[] = [];
  const work = db.query.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await createMigrationsTable(trx, 0);
    const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(trx);
    const applied = new Set(rows.map(({ name }) => name));
    for (const { name, up } of migrations) {
      if (applied.has(name)) continue;
      triedNames.push(name);
      await sql.raw(up).execute(trx);
    }
    throw new DryRunRollback();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof DryRunRollback)) throw error;
  });
  return triedNames;
};

/**
 * Applies the missing migrations, each in its own transaction under a lock on the migrations table, so that instances
 * starting at the same time apply each one once.
 * @returns the names applied by this call
 */
export const migrate = async (db: Database): Promise<{ applied: string[] }> => {
  await createMigrationsTable(db.query);
  const applied: string[] = [];
  for (const { name, up } of migrations) {
    await db.query.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      await sql`lock table schema_migrations in access exclusive mode`.execute(trx);
      const { rows } = await sql`select 1 from schema_migrations where name = ${name}`.execute(trx);
      if (rows.length > 0) return;
      await sql.raw(up).execute(trx);
      await sql`insert into schema_migrations (name) values (${name})`.execute(trx);
      applied.push(name);
    });
  }
  return { applied };
};
