import { messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';

const t = messages.settings;
type Props = { bound: { error: string | null; saved: boolean; busy: boolean; maySave: boolean; cancel: () => void } };

/** Save and Cancel of a tab; confirms a save for 3 s (spec 2.63). */
export function SaveBar({ bound }: Props) {
  return (
    <>
      <p className="settings-actions">
        <Button type="submit" disabled={!bound.maySave} loading={bound.busy} loadingLabel={t.saving}>
          {t.save}
        </Button>
        <Button severity="secondary" disabled={!bound.maySave} onClick={bound.cancel}>
          {messages.cancel}
        </Button>
      </p>
      {bound.error !== null && <Alert>{bound.error}</Alert>}
      {bound.saved && <Alert severity="success">{t.saved}</Alert>}
    </>
  );
}
