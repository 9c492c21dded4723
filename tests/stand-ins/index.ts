import type { ConnectionKind } from '../../contract/entities/connection.ts';
import { demoHubspot, demoSheets, demoSling } from './demoSources.ts';
import { fillDemo as fillBank } from './mercury/demo.ts';
import { startMercury } from './mercury/mercury.ts';
import { fillDemo } from './quickbooks/demo.ts';
import { startQuickBooks } from './quickbooks/index.ts';
import { fillDemo as fillSalesforce } from './salesforce/demo.ts';
import { startSalesforce } from './salesforce/salesforce.ts';
import { startSlack } from './slack/slack.ts';
import { demoStripe } from './stripe/demo.ts';
import { fillDemo as fillXero } from './xero/demo.ts';
import { startXero } from './xero/xero.ts';

/** A started stand-in: the environment that points the server to it, and the values for connecting in its tab. */
type StandIn = Readonly<{ env: Readonly<Record<string, string>>; values: Readonly<Record<string, string>> }>;

/** By kind of connection, each filled with data for the demo company (decisions 7.09). */
const standIns: Readonly<Record<ConnectionKind, () => Promise<StandIn>>> = {
  quickbooks: async () => {
    const standIn = await startQuickBooks();
    fillDemo(standIn);
    return standIn;
  },
  googlesheets: demoSheets,
  sling: demoSling,
  hubspot: demoHubspot,
  stripe: demoStripe,
  mercury: async () => {
    const bank = await startMercury();
    fillBank(bank);
    return { env: { MERCURY_API_URL: bank.apiUrl }, values: { name: 'Mercury', token_string: bank.token() } };
  },
  xero: async () => {
    const standIn = await startXero();
    fillXero(standIn);
    return { env: standIn.env, values: { invoice_suffix: 'XDEMO' } };
  },
  salesforce: async () => {
    const standIn = await startSalesforce();
    fillSalesforce(standIn);
    return { env: standIn.env, values: { name: 'Demo Salesforce' } };
  },
};

/** Starts all of them. @returns the environment of a server that uses them */
export const startStandIns = async (): Promise<Readonly<Record<string, string>>> => {
  const started = await Promise.all(Object.entries(standIns).map(async ([kind, start]) => [kind, await start()] as const));
  // It only receives notices and is not connected.
  const slack = await startSlack({ burst: 5 });
  const slackEnv = { SLACK_URL: slack.url, SLACK_WEBHOOK: slack.webhook() };
  const values = Object.fromEntries(started.map(([kind, one]) => [kind, one.values]));
  return Object.assign({ STAND_IN_VALUES: JSON.stringify(values), ...slackEnv }, ...started.map(([, { env }]) => env)) as Record<
    string,
    string
  >;
};
