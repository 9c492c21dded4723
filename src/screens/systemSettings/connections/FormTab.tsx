import { Suspense } from 'react';
import type { AnyObjectSchema } from 'yup';
import type { ConnectionKind } from '../../../../contract/entities/connection.ts';
import type { AddForm } from '../../../machines/connections/addIntegration.machine.ts';
import { lazyComponent } from '../../../ui/support/later.tsx';
import type { AddField } from './AddDialog.tsx';
import { IntegrationTab, type TabProps } from './IntegrationTab.tsx';
import { SetupNote, useVendorSetup } from './SetupNote.tsx';
import { useAddIntegration } from './useAddIntegration.ts';
import { useIntegrations } from './useIntegrations.ts';

const [AddDialog] = lazyComponent(() => import('./AddDialog.tsx'));

type Props = Pick<TabProps, 'factsOf' | 'alwaysEnabled'> &
  Readonly<{
    kind: ConnectionKind;
    titles: Readonly<{ add: string; again: string }>;
    form: AnyObjectSchema;
    fields: readonly AddField[];
    hint?: string;
    toBody?: (form: AddForm) => object;
  }>;

const identity = (form: AddForm): object => form;

/** The tab of a kind whose connections are added by a form, for example with a token (spec 2.54, 7.33). */
export function FormTab({ kind, titles, form, fields, hint, toBody = identity, ...props }: Props) {
  const list = useIntegrations(kind);
  const add = useAddIntegration(kind, list, toBody);
  const setup = useVendorSetup(list);
  // Reconnecting keeps the connection's name.
  const name = list.items.find(({ id }) => id === add.again)?.name ?? '';
  const emptyValues = Object.fromEntries(
    fields.map((field) => [field.name, field.type === 'select' ? (field.options?.[0]?.value ?? '') : '']),
  );
  return (
    <IntegrationTab
      {...props}
      kind={kind}
      list={list}
      onAdd={add.add}
      onReconnect={({ id }) => add.reconnect(id)}
      setup={<SetupNote kind={kind} setup={setup} />}
    >
      {add.open && (
        <Suspense fallback={null}>
          <AddDialog
            title={add.again === null ? titles.add : titles.again}
            form={form}
            fields={fields}
            defaults={{ ...emptyValues, name }}
            standIn={setup?.values ?? null}
            add={add}
            {...(hint ? { hint } : {})}
          />
        </Suspense>
      )}
    </IntegrationTab>
  );
}
