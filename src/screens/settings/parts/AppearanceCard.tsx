import { useSelector } from '@xstate/react';
import { messages } from '../../../../contract/messages.ts';
import { useApp } from '../../../app/context.ts';
import { densities, themes } from '../../../machines/shell/appearance.machine.ts';
import { Card } from '../../../ui/display/Card.tsx';
import { ChoiceButtons } from '../../../ui/form/Choices.tsx';

const t = messages.settings;
const themeOptions = themes.map((value) => ({ value, label: t.themes[value] }));
const densityOptions = densities.map((value) => ({ value, label: t.densities[value] }));

/** Theme and table density (look.md, Space), stored on this device. */
export function AppearanceCard() {
  const { appearance } = useApp();
  const { theme, density } = useSelector(appearance, (snapshot) => snapshot.context);
  return (
    <Card title={t.appearance}>
      <div className="settings-form">
        <p className="muted">{t.appearanceHint}</p>
        <div className="settings-choices">
          <span className="field-label">{t.theme}</span>
          <ChoiceButtons
            label={t.theme}
            value={theme}
            options={themeOptions}
            onChoose={(chosen) => appearance.send({ type: 'theme.choose', theme: chosen })}
          />
        </div>
        <div className="settings-choices">
          <span className="field-label">{t.density}</span>
          <ChoiceButtons
            label={t.density}
            value={density}
            options={densityOptions}
            onChoose={(chosen) => appearance.send({ type: 'density.choose', density: chosen })}
          />
        </div>
      </div>
    </Card>
  );
}
