import { InputText, type InputTextProps } from 'primereact/inputtext';
import type { ComponentProps } from 'react';
import { steadily } from '../support/steadily.tsx';

/** PrimeReact's field: text, password, number, search or date. */
export const Input = steadily((props: ComponentProps<'input'>) => <InputText type="text" {...(props as InputTextProps)} />);
