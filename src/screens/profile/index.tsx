import '../../ui/display/facts.css';
import './profile.css';
import { useSelector } from '@xstate/react';
import { type ReactNode, Suspense, useState } from 'react';
import { roleLabels, type User } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import { canUsePassword } from '../../../contract/rules/session/passwordPolicy.ts';
import { useApp, useSso, useTerritoriesOf } from '../../app/context.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { NONE } from '../../ui/display/format.ts';
import { formatInstantDay } from '../../ui/display/formatInstant.ts';
import { pencil } from '../../ui/display/icons.ts';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { lazyComponent } from '../../ui/support/later.tsx';
import { useProfile } from './useProfile.ts';

const [PasswordDialog] = lazyComponent(() => import('../../shared/password/PasswordDialog.tsx'));

const t = messages.profile;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Details({ user }: { user: User }) {
  return (
    <dl className="facts profile-facts">
      <Fact name={t.firstName}>{user.first_name}</Fact>
      <Fact name={t.lastName}>{user.last_name}</Fact>
      <Fact name={t.email}>{user.email}</Fact>
      <Fact name={t.role}>{roleLabels[user.role] ?? roleLabels.events_manager}</Fact>
      <Fact name={t.territory}>{user.territory ?? NONE}</Fact>
      {user.created_at && <Fact name={t.memberSince}>{formatInstantDay(user.created_at)}</Fact>}
    </dl>
  );
}

function EditForm({ user, binding }: { user: User; binding: ReturnType<typeof useProfile> }) {
  const { form, busy, errorOf } = binding;
  const territoryOptions = [
    { value: '', label: messages.userFormText.noTerritory },
    ...useTerritoriesOf(user).map((value) => ({ value, label: value })),
  ];
  return (
    <form className="profile-form" onSubmit={binding.submit} noValidate>
      {binding.error !== null && <Alert>{binding.error}</Alert>}
      <Field label={t.firstName} error={errorOf('first_name')}>
        {(controlProps) => <Input {...controlProps} {...form.register('first_name')} autoComplete="given-name" disabled={busy} />}
      </Field>
      <Field label={t.lastName} error={errorOf('last_name')}>
        {(controlProps) => <Input {...controlProps} {...form.register('last_name')} autoComplete="family-name" disabled={busy} />}
      </Field>
      <Field label={t.email} hint={messages.userFormText.emailFixed}>
        {(controlProps) => <Input {...controlProps} type="email" value={user.email} readOnly />}
      </Field>
      <Field label={t.territory} error={errorOf('territory')}>
        {(controlProps) => <Select {...controlProps} {...form.register('territory')} options={territoryOptions} disabled={busy} />}
      </Field>
      <p className="form-actions">
        <Button severity="secondary" disabled={busy} onClick={binding.cancel}>
          {messages.cancel}
        </Button>
        <Button type="submit" disabled={!binding.changed} loading={busy} loadingLabel={t.saving}>
          {t.save}
        </Button>
      </p>
    </form>
  );
}

function ProfileContent({ user }: { user: User }) {
  const binding = useProfile(user);
  const [changing, setChanging] = useState(false);
  const sso = useSso();
  return (
    <div className="page profile">
      <PageHead title={t.title} />
      <Card
        title={`${user.first_name} ${user.last_name}`}
        actions={
          binding.viewing && (
            <div className="form-actions">
              {canUsePassword(sso?.passwords, user.role) && (
                <Button severity="secondary" onClick={() => setChanging(true)}>
                  {t.changePassword}
                </Button>
              )}
              <Button icon={pencil} onClick={binding.edit}>
                {t.edit}
              </Button>
            </div>
          )
        }
      >
        {binding.viewing ? <Details user={user} /> : <EditForm user={user} binding={binding} />}
      </Card>
      {changing && (
        <Suspense fallback={null}>
          <PasswordDialog onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** spec 2.62, 8.13 */
export default function ProfileScreen() {
  const user = useSelector(useApp().session, (snapshot) => snapshot.context.user);
  return user ? <ProfileContent user={user} /> : <Alert>{t.missing}</Alert>;
}
