import { yupResolver } from '@hookform/resolvers/yup';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { type Channel, type ChannelBody, type ChannelScope, channelTopics } from '../../../contract/entities/channel.ts';
import { notificationTypes } from '../../../contract/entities/notification.ts';
import { type Role, roleLabels, roles } from '../../../contract/entities/user.ts';
import { channelFormOf } from '../../../contract/forms/channel.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { canCarry } from '../../../contract/rules/notifications/channelTopics.ts';
import FormDialog from '../../ui/dialog/FormDialog.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { CheckField } from '../CheckField.tsx';
import { useUnsavedGuard } from '../useUnsavedGuard.ts';
import { getTopicName } from './topicName.ts';
import type { ChannelsView } from './useChannels.ts';

const t = messages.channelDesk;
const fieldNames = ['name', 'address', 'readers', 'topics'] as const;

/** Available topics: every notification type for a user's own channel; for a company channel, those that all its readers may read. */
const toChoices = (scope: ChannelScope, readers: readonly Role[]) =>
  scope === 'own'
    ? notificationTypes.map((topic) => ({ topic, isOpen: true }))
    : channelTopics.map((topic) => ({ topic, isOpen: canCarry(topic, readers) }));

type Props = Readonly<{ view: ChannelsView; edited: Channel | null; scope: ChannelScope }>;

/** Adds or edits a Slack channel. The URL is never displayed; an empty field keeps the stored one. */
export default function ChannelDialog({ view, edited, scope }: Props) {
  const { error, fields, saving } = view;
  const form = useForm<ChannelBody>({
    resolver: yupResolver<ChannelBody, unknown, ChannelBody>(channelFormOf(scope, edited === null) as never),
    defaultValues: { name: edited?.name ?? '', address: '', topics: edited?.topics ?? [], readers: edited?.readers ?? [] },
  });
  const { errors, isDirty } = form.formState;
  const { setError } = form;
  useEffect(() => {
    for (const name of fieldNames) if (fields[name]) setError(name, { message: fields[name] });
  }, [fields, setError]);
  useUnsavedGuard(isDirty, t.leave);
  const hasFieldError = fieldNames.some((name) => fields[name]);
  const submit = form.handleSubmit((body) => view.submit(body));
  return (
    <FormDialog
      title={edited ? t.editTitle : t.addTitle}
      onClose={() => view.close(isDirty)}
      busy={saving}
      save={t.save}
      saving={t.saving}
      onSubmit={submit}
      layout="form-stack"
    >
      {error !== null && !hasFieldError && <Alert>{error}</Alert>}
      <Field label={messages.channels.name} error={errors.name?.message ?? null}>
        {(controlProps) => <Input {...controlProps} {...form.register('name')} autoComplete="off" disabled={saving} />}
      </Field>
      <Field
        label={t.address}
        hint={edited ? fill(t.addressKept, { address: edited.address }) : t.addressHint}
        error={errors.address?.message ?? null}
      >
        {(controlProps) => <Input {...controlProps} {...form.register('address')} autoComplete="off" inputMode="url" disabled={saving} />}
      </Field>
      {scope === 'company' && (
        <fieldset className="desk-choices" disabled={saving}>
          <legend className="field-label">{t.readers}</legend>
          {roles.map((role) => (
            <CheckField key={role} label={roleLabels[role]} value={role} control={form.control} name="readers" />
          ))}
          <p className="muted">{t.readersHint}</p>
          {errors.readers?.message && (
            <p className="field-error" role="alert">
              {errors.readers.message}
            </p>
          )}
        </fieldset>
      )}
      <fieldset className="desk-choices" disabled={saving}>
        <legend className="field-label">{t.topics}</legend>
        {toChoices(scope, form.watch('readers')).map(({ topic, isOpen }) => (
          <CheckField
            key={topic}
            label={getTopicName(topic)}
            value={topic}
            control={form.control}
            name="topics"
            disabled={!isOpen && !form.watch('topics').includes(topic)}
          />
        ))}
        {errors.topics?.message && (
          <p className="field-error" role="alert">
            {errors.topics.message}
          </p>
        )}
      </fieldset>
    </FormDialog>
  );
}
