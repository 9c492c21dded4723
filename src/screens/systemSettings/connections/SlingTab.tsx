import { Suspense } from 'react';
import type { Integration } from '../../../../contract/entities/connection.ts';
import { slingForm } from '../../../../contract/forms/sources.ts';
import { sling as text } from '../../../../contract/messages/sling.ts';
import { fill } from '../../../../contract/messages.ts';
import { formatDate } from '../../../ui/display/format.ts';
import { later } from '../../../ui/support/later.tsx';
import type { AddField } from './AddDialog.tsx';
import { isoDays } from './dates.ts';
import { IntegrationTab } from './IntegrationTab.tsx';
import { useSetup } from './SetupNote.tsx';
import { useAddIntegration } from './useAddIntegration.ts';
import { useIntegrations } from './useIntegrations.ts';

const [AddDialog] = later(() => import('./AddDialog.tsx'));

const fields: readonly AddField[] = [
  { name: 'name', label: text.fields.name, type: 'text', again: true },
  { name: 'email', label: text.fields.email, type: 'text', again: true },
  { name: 'password', label: text.fields.password, type: 'secret', again: true },
  { name: 'start_date', label: text.fields.start, type: 'date', again: true },
  { name: 'end_date', label: text.fields.end, type: 'date', again: true },
];
const EMPTY = { name: '', email: '', password: '', start_date: '', end_date: '' };

const factsOf = ({ email, start_date, end_date }: Integration) =>
  [
    [text.facts.email, email],
    [text.facts.days, start_date && end_date ? fill(text.days, { start: formatDate(start_date), end: formatDate(end_date) }) : null],
  ] as const;

/** spec 2.51, 2.56, 3.18: schedules that shifts come from; Test and Sync are always enabled. */
export default function SlingTab() {
  const list = useIntegrations('sling');
  const add = useAddIntegration('sling', list, isoDays);
  const setup = useSetup(list);
  return (
    <IntegrationTab kind="sling" list={list} onAdd={add.add} onReconnect={({ id }) => add.reconnect(id)} alwaysEnabled factsOf={factsOf}>
      {add.open && (
        <Suspense fallback={null}>
          <AddDialog
            title={add.again === null ? text.addTitle : text.againTitle}
            form={slingForm}
            fields={fields}
            defaults={EMPTY}
            standIn={setup?.values ?? null}
            add={add}
            hint={text.hint}
          />
        </Suspense>
      )}
    </IntegrationTab>
  );
}
