import type { Integration } from '../../../../contract/entities/connection.ts';
import { slingForm } from '../../../../contract/forms/sources.ts';
import { sling as t } from '../../../../contract/messages/sling.ts';
import { fill } from '../../../../contract/messages.ts';
import { formatDate } from '../../../ui/display/format.ts';
import type { AddField } from './AddDialog.tsx';
import { toIsoDays } from './dates.ts';
import { FormTab } from './FormTab.tsx';

const fields: readonly AddField[] = [
  { name: 'name', label: t.fields.name, type: 'text', again: true },
  { name: 'email', label: t.fields.email, type: 'text', again: true },
  { name: 'password', label: t.fields.password, type: 'secret', again: true },
  { name: 'start_date', label: t.fields.start, type: 'date', again: true },
  { name: 'end_date', label: t.fields.end, type: 'date', again: true },
];
const titles = { add: t.addTitle, again: t.againTitle };

const toFacts = ({ email, start_date, end_date }: Integration) =>
  [
    [t.facts.email, email],
    [t.facts.days, start_date && end_date ? fill(t.days, { start: formatDate(start_date), end: formatDate(end_date) }) : null],
  ] as const;

/** spec 2.51, 2.56, 3.18: Sling schedules, the source of shifts; Test and Sync are always enabled. */
export default function SlingTab() {
  return (
    <FormTab
      kind="sling"
      titles={titles}
      form={slingForm}
      fields={fields}
      hint={t.hint}
      toBody={toIsoDays}
      factsOf={toFacts}
      alwaysEnabled
    />
  );
}
