import type { Integration } from '../../../../contract/entities/connection.ts';
import { quickbooksFacts as facts } from '../../../../contract/messages/integrations.ts';
import { xero as t } from '../../../../contract/messages/xero.ts';
import { SignInTab } from './SignInTab.tsx';

const toFacts = ({ invoice_suffix }: Integration) => [[facts.suffix, invoice_suffix]] as const;

/** Xero organizations, the source of invoices, credit notes and payments (decisions 7.02). */
export default function XeroTab() {
  return <SignInTab kind="xero" field="invoice_suffix" note={t.notRead} factsOf={toFacts} />;
}
