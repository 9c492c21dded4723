import type { Deal } from '../../../../contract/entities/deal.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { useUser } from '../../../app/context.ts';
import { useOwners } from '../../../shared/deals/useOwners.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import Dialog from '../../../ui/dialog/Dialog.tsx';
import FormDialog from '../../../ui/dialog/FormDialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { RefusedAlert } from '../../../ui/form/RefusedAlert.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { NEW_DEAL } from '../dealNames.ts';
import { type DealPane, useDealForm } from '../useDealForm.ts';
import type { Deals } from '../useDeals.ts';
import { DealFields, DealNotes } from './DealFields.tsx';

const t = messages.dealFormText;
const FORM_PX = 360;
const titles = { create: t.createTitle, edit: t.editTitle, annotate: t.notesTitle, lose: t.lostTitle } as const;
const getTitle = (pane: DealPane, deal: Deal | null): string => fill(titles[pane] ?? t.editTitle, { name: deal?.name ?? '…' });

type FormProps = Readonly<{ deals: Deals; deal: Deal | null; pane: DealPane }>;

export function DealForm({ deals, deal, pane }: FormProps) {
  const user = useUser();
  const eligibleOwners = useOwners('deal:write');
  const returnTo = (id: string | null): void => {
    deals.act.close();
    if (id !== null) deals.act.open(id);
  };
  const binding = useDealForm({
    pane,
    deal,
    service: deals.service,
    onSaved: (savedDeal) => {
      deals.act.reload();
      returnTo(savedDeal.id);
    },
    onClosed: () => returnTo(deal?.id ?? null),
  });
  // The current owner stays in the options; "nobody" is offered to roles that see unowned deals.
  const isOwnerUnlisted = deal?.owner_id != null && !eligibleOwners.some(({ value }) => value === deal.owner_id);
  const owners = [
    ...(user.role === 'admin' || user.role === 'vp_sales' ? [{ value: '', label: messages.deals.nobody }] : []),
    ...(isOwnerUnlisted && deal ? [{ value: deal.owner_id ?? '', label: deal.owner_name ?? '' }] : []),
    ...eligibleOwners,
  ];
  return (
    <FormDialog
      title={getTitle(pane, deal)}
      onClose={binding.close}
      busy={binding.busy}
      save={pane === 'lose' ? t.saveLost : t.save}
      saving={t.saving}
      onSubmit={binding.submit}
      layout="deal-form"
    >
      {binding.error !== null && (
        <RefusedAlert conflicted={binding.conflicted} onTakeNewest={binding.takeNewest}>
          {binding.error}
        </RefusedAlert>
      )}
      {pane === 'lose' && (
        <Field label={t.reason} error={binding.errorOf('reason')}>
          {(controlProps) => <Textarea {...controlProps} {...binding.form.register('reason')} rows={3} disabled={binding.busy} />}
        </Field>
      )}
      {pane === 'annotate' && <DealNotes binding={binding} />}
      {(pane === 'create' || pane === 'edit') && (
        <DealFields binding={binding} service={deals.service} owners={owners} isNew={deal === null} />
      )}
    </FormDialog>
  );
}

/** New Deal, Edit Deal, Notes, Mark as Lost. Loads the deal first, so the form starts from the saved version. */
export default function DealDialog({ deals, id, pane }: Readonly<{ deals: Deals; id: string; pane: string }>) {
  const { answer, error, retry } = useAnswer<Deal | null>(
    async () => (id === NEW_DEAL ? null : deals.service.one(id)),
    { id },
    messages.deals.oneFailed,
  );
  if (id === NEW_DEAL) return <DealForm deals={deals} deal={null} pane="create" />;
  if (answer) return <DealForm deals={deals} deal={answer} pane={pane as DealPane} />;
  return (
    <Dialog title={getTitle(pane as DealPane, null)} onClose={deals.act.close}>
      {error === null ? <Skeleton height={FORM_PX} /> : <Alert onRetry={retry}>{error}</Alert>}
    </Dialog>
  );
}
