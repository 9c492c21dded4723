import { messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';

const t = messages.settings;
type Props = { binding: { error: string | null; saved: boolean; busy: boolean; maySave: boolean; cancel: () => void } };

/** Save and Cancel of a tab; confirms a save for 3 s (spec 2.63). */
export function SaveBar({ binding }: Props) {
  return (
    <>
      <p className="settings-actions">
        <Button type="submit" disabled={!binding.maySave} loading={binding.busy} loadingLabel={t.saving}>
          {t.save}
        </Button>
        <Button severity="secondary" disabled={!binding.maySave} onClick={binding.cancel}>
          {messages.cancel}
        </Button>
      </p>
      {binding.error !== null && <Alert>{binding.error}</Alert>}
      {binding.saved && <Alert severity="success">{t.saved}</Alert>}
    </>
  );
}
