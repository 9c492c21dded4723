import type { Random } from '../random.ts';

const firstNames =
  'Aaliyah Adam Aisha Alan Alicia Amara Andre Angela Anthony Beatriz Ben Brandon Brianna Caleb Camila Carl Carmen Chloe Chris Claire Dana Darnell David Deepa Derek Diego Elise Emily Eric Erin Ethan Fatima Felix Gabriela Grace Hannah Hector Ian Imani Isabel Ivan Jamal Jasmine Jenna Jerome Jin Jordan Julia Kara Keith Kenji Kim Laila Lauren Leo Liam Lucia Luis Malik Maria Mei Miguel Mina Naomi Nathan Neil Nia Noah Nora Omar Paige Paul Quinn Rachel Ravi Rebecca Ruth Sam Sanjay Sara Sean Sofia Tara Theo Tina Trevor Uma Victor Wendy Will Xavier Yasmin Zach Zoe'.split(
    ' ',
  );
const lastNames =
  "Abbott Acosta Ahmed Alvarez Anderson Baker Banerjee Barnes Becker Bishop Brooks Burke Campbell Carter Chan Chavez Cole Collins Cortez Cruz Dalton Davis Delgado Diaz Dixon Doyle Edwards Ellis Evans Farrell Fisher Flores Foster Fox Garcia Gibson Gill Gomez Grant Gray Griffin Gupta Hall Hansen Harper Hayes Henry Herrera Hill Hoang Howard Hughes Hunt Ibrahim Jackson Jensen Johnson Kaplan Keller Kelly Kim King Klein Kowalski Lam Lane Larsen Lee Lewis Lopez Lynch Malone Martin Mason Mehta Mendez Meyer Mills Moore Morales Morgan Murphy Nash Nelson Nguyen Novak O'Brien Ortiz Owens Park Patel Perez Peters Pham Porter Price Quinn Ramos Reed Reyes Rivera Roberts Rossi Ruiz Ryan Sanders Santos Schmidt Scott Shah Silva Singh Soto Stone Sullivan Tanaka Taylor Torres Tran Turner Vargas Vega Walsh Ward Watson Weaver Webb West White Wong Wright Yang Young Zimmerman".split(
    ' ',
  );

export type Name = Readonly<{ first_name: string; last_name: string }>;
export const randomName = (random: Random): Name => ({ first_name: random.pick(firstNames), last_name: random.pick(lastNames) });

/** first.last@demo.test in ASCII letters. */
export const emailOf = ({ first_name, last_name }: Name, occurrence: number): string =>
  `${first_name}.${last_name}${occurrence > 1 ? occurrence : ''}@demo.test`.toLowerCase().replace(/[^a-z0-9.@]/g, '');
