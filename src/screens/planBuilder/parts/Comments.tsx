import { yupResolver } from '@hookform/resolvers/yup';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { fromPromise } from 'xstate';
import { type PlanDraftCommentForm, planDraftCommentForm } from '../../../../contract/forms/planDraft.ts';
import { messages } from '../../../../contract/messages.ts';
import { draftCommentsMachine } from '../../../machines/planDrafts/draftComments.machine.ts';
import { useMachineRef } from '../../../shared/useMachineRef.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import type { PlanBuilder } from '../usePlanBuilder.ts';

const t = messages.planDrafts;
const TEXT_ROWS = 3;

type Props = Readonly<{ drafts: PlanBuilder['drafts']; id: string }>;

/** The comments on the draft, oldest first. */
export function Comments({ drafts, id }: Props) {
  const form = useForm<PlanDraftCommentForm>({ defaultValues: { text: '' }, resolver: yupResolver(planDraftCommentForm) });
  const { reset } = form;
  const machine = useMemo(
    () =>
      draftCommentsMachine.provide({
        actors: {
          load: fromPromise(() => drafts.comments(id)),
          save: fromPromise(({ input: { step } }) => drafts.comment(id, step.text)),
        },
        actions: { reportSaved: () => reset() },
      }),
    [drafts, id, reset],
  );
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (current) => current);
  const { content, error, fields } = snapshot.context;
  const submit = form.handleSubmit((values) => ref.send({ type: 'step.submit', step: values }));
  return (
    <Card title={t.comments} className="builder-card">
      {error !== null && (
        <Alert {...(snapshot.matches('failed') ? { onRetry: () => ref.send({ type: 'desk.reload' }) } : {})}>{error}</Alert>
      )}
      {content?.length === 0 && <p className="muted">{t.noComments}</p>}
      <ol className="builder-comments">
        {content?.map(({ id: commentId, author, text, created_at }) => (
          <li key={commentId}>
            <p className="muted">
              {author ?? t.somebody} · {formatInstant(created_at)}
            </p>
            <p className="builder-comment">{text}</p>
          </li>
        ))}
      </ol>
      <form className="form-stack" noValidate onSubmit={submit}>
        <Field label={t.comment} error={form.formState.errors.text?.message ?? fields.text ?? null}>
          {(controlProps) => <Textarea {...controlProps} {...form.register('text')} rows={TEXT_ROWS} />}
        </Field>
        <p>
          <Button type="submit" severity="secondary" loading={snapshot.matches('saving')} loadingLabel={t.saving}>
            {t.addComment}
          </Button>
        </p>
      </form>
    </Card>
  );
}
