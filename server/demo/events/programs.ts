/** Program names by activity type. */
export const programs: Readonly<Record<string, readonly string[]>> & { Python: readonly string[] } = {
  Minecraft: ['Minecraft Redstone Engineers', 'Minecraft Modding 101', 'Minecraft Education: Build a City'],
  Roblox: ['Roblox Game Design', 'Roblox Obby Builders', 'Roblox Studio for Teens'],
  Python: ['Python Basics', 'Python Game Lab', 'AI with Python'],
  Scratch: ['Scratch Stories', 'Scratch Jr. Adventures', 'Scratch Arcade'],
  'Web-Dev': ['My First Website', 'Web Design for Teens', 'JavaScript Jam'],
  'Code-In-Class': ['Code in Class: Grade 3', 'Code in Class: Grade 5', 'Hour of Code'],
  Sphero: ['Sphero Maze Challenge', 'Sphero Bolt Olympics', 'Robots & Art'],
  Canceled: ['Python Basics', 'Scratch Stories', 'Minecraft Modding 101'],
};

/** Notes with unusual characters, as from a spreadsheet, to test that screens handle them. */
export const unusualNotes = [
  'Kids loved it last time 🎉🤖 bring stickers!',
  'مكتبة الحي: يرجى الاتصال قبل الوصول',
  'Use <b>staff</b> Wi-Fi, not guest',
  'שלום, נא להגיע 15 דקות לפני',
  '"Quoted", with comma; and semicolon',
  '=HYPERLINK("https://example.org","see map")',
  'Niños y niñas, 8–12 años · ¡traer audífonos! 🎧',
  'Second line follows:\nuse the side door',
  '<script>alert(1)</script> was in the sheet',
  '👩🏽‍💻 family night; ½ price for siblings',
];
