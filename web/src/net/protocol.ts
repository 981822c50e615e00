/** What page and server say to each other: written by ardennes/server/page_types.py, not by hand. */

export type Side = 0 | 1;

/** The level of the computer at a seat; an empty word for a person. */
export type Level = "" | "easy" | "normal" | "hard" | "master" | "easy-cautious" | "easy-bold" | "easy-tricky" | "normal-cautious" | "normal-bold" | "normal-tricky" | "hard-cautious" | "hard-bold" | "hard-tricky" | "master-cautious" | "master-bold" | "master-tricky";

/** How fast a game is to be played; an empty word without a clock. */
export type PaceName = "" | "live" | "fast" | "slow";

/** The value of a clock of the position. */
export type Clock = number | string | (number | string)[];

/** Cells of a column: index and value. */
export type Cells = [number, number][];

/** A unit and the hexes of its way, from where it came. */
export type Walk = [number, number[]];

/** How much is done of what takes time; ask again. */
export interface Share {
  share: number;
}

/** What is answered to a request that cannot be met. */
export interface Failure {
  detail: string;
}

/** A rule that may be switched on, and the options it cannot be played with. */
export interface OptionInfo {
  title: string;
  rule: string;
  about: string;
  conflicts: string[];
  needs: string[];
}

/** What a player reads before choosing a scenario. */
export interface ScenarioInfo {
  title: string;
  about: string;
  /** Options it is always played with. */
  forced: string[];
  /** Options it is never played with. */
  barred: string[];
  /** No game of it is longer, however it is played; one that is runs in circles. */
  most_answers: number;
}

/** A piece of ground, in kilometres. */
export interface Extent {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** A game, its scenarios and its options. */
export interface GameCard {
  id: string;
  playable: boolean;
  /** Whether it has a guided first turn. */
  guide: boolean;
  /** The ground its small picture shows; null where there is no picture. */
  card: Extent | null;
  /** By data file, how many of its values are from the rulebook, public, reconstructed, our own, or say nothing. */
  sources: Record<string, Record<string, number>>;
  title: string;
  sides: [string, string];
  /** How far it is: `map`, `rules`, `complete`, or `tutorial`. */
  stage: string;
  designer: string;
  publisher: string;
  year: number;
  about: string;
  rules_version: number;
  scenarios: Record<string, ScenarioInfo>;
  options: Record<string, OptionInfo>;
}

/** A counter that anybody may see: kilometres east and north, and whose. */
export type Spot = [number, number, Side];

/** A table of the lobby. */
export interface TableInfo {
  id: string;
  name: string;
  game: string;
  title: string;
  sides: [string, string];
  scenario: string;
  options: string[];
  /** The secrets of the seats' links, and of the watchers'. */
  seats: [string, string];
  watch: string;
  players: [Level, Level];
  /** The folder of the data pack it is played with. */
  pack: string;
  created: number;
  updated: number;
  deleted: boolean;
  stacks: Spot[];
  turn: number | null;
  deciding: Side | null;
  verdict: string;
  records: number;
}

/** Some of the tables, those last played first. */
export interface TablePage {
  tables: TableInfo[];
  /** How many there are on all pages, and how many among the deleted ones. */
  total: number;
  deleted: number;
  /** What to ask the next page with; null on the last. */
  next: string | null;
}

/** Finished games of one kind: a side played by a person against a level of the computer. */
export interface LifetimeTally {
  game: string;
  title: string;
  side: Side;
  side_name: string;
  /** Of the computer on the other side. */
  level: Level;
  played: number;
  won: number;
  drawn: number;
  lost: number;
}

/** What the lobby asks for. */
export interface NewTable {
  game: string;
  scenario?: string;
  options?: string[];
  name?: string;
  seed?: string;
  /** The level of the computer at each seat; empty for a person. */
  players?: [Level, Level];
  /** Whether a question with a single answer answers itself. */
  automatic?: boolean;
  /** The name of one of the owner's data packs; empty for the data this server was started with. */
  pack?: string;
  /** Whether this is the guided first turn: its scenario and its known dice are in the game's own file. */
  guide?: boolean;
}

export interface Rename {
  name: string;
}

export interface NewLink {
  /** Null for the watchers' chair. */
  side: 0 | 1 | null;
}

export interface Fork {
  at: number;
  name?: string;
}

/** The key of the start link. */
export interface Key {
  key: string;
}

/** The owner's switch for the home network. */
export interface Switch {
  on: boolean;
}

/** Where friends at home find the server; an empty word while they cannot. */
export interface Network {
  url: string;
}

/** A link that is wanted as a picture. */
export interface Link {
  link: string;
}

/** A part of the page that a step of the guide points at. */
export type PagePart = "" | "bar" | "undo" | "menu" | "map" | "log" | "turns" | "units" | "score" | "rules";

/** One thing to read or to do: it fits while one of the questions `at` stands, and points at something. */
export interface GuideStep {
  text: string;
  rule: string;
  at: string[];
  act: boolean;
  unit: string;
  hex: string;
  button: string;
  part: PagePart;
}

export interface Guide {
  scenario: string;
  options: string[];
  seed: string;
  steps: GuideStep[];
}

export interface BeginPasskey {
  /** Of a new account; whoever is signed in gets one more key. */
  name?: string;
}

/** What the browser is asked, as JSON, and the secret by which its answer is known. */
export interface Ceremony {
  ceremony: string;
  options: string;
}

export interface FinishPasskey {
  ceremony: string;
  /** What the browser has answered, as JSON. */
  credential: string;
}

export interface MailAddress {
  address: string;
}

export interface MailedLink {
  token: string;
  /** For a new account. */
  name?: string;
}

export interface RecoveryCode {
  name: string;
  code: string;
}

/** Who one is now. Codes are told once, to be written down. */
export interface SignedIn {
  name: string;
  language: string;
  role: string;
  recovery_codes: string[];
}

export interface PasskeyShown {
  id: string;
  created: number;
}

export interface SessionShown {
  id: string;
  created: number;
  current: boolean;
}

export interface Me {
  name: string;
  language: string;
  role: string;
  created: number;
  zone: string;
  addresses: string[];
  passkeys: PasskeyShown[];
  sessions: SessionShown[];
  /** Whether a passkey was shown a short while ago, as moderators have to. */
  fresh: boolean;
}

/** A random number in hexadecimal digits; empty where somebody leaves the dice to the others. */
export type DiceShare = string;

/** What of a table everybody may know. */
export interface TableShown {
  id: string;
  name: string;
  game: string;
  title: string;
  sides: [string, string];
  /** What it is called. */
  scenario: string;
  options: string[];
  updated: number;
  /** How fast it is to be played; empty without a clock. */
  pace: PaceName;
}

/** One's own table, with the link to one's seat. */
export interface MyTable extends TableShown {
  side: Side;
  token: string;
  note: string;
  /** The name of whoever has the other seat; empty where nobody has. */
  other: string;
  turn: number | null;
  my_turn: boolean;
  /** Since when somebody is waited for. */
  turn_since: number | null;
  /** When his clock will have run out; none where none runs. */
  out: number | null;
  over: boolean;
  verdict: string;
  rated: boolean;
  /** Whether one does not want to read what the other says. */
  muted: boolean;
}

/** A table that waits for somebody. */
export interface ChallengeShown extends TableShown {
  host: string;
  /** The seat that is free. */
  side: Side;
  rated: boolean;
  /** What the server's part of the seed was promised as; see whoever takes it up. */
  commitment: string;
  /** Whether it is for one person alone. */
  invited: boolean;
  mine: boolean;
  created: number;
  expires: number;
}

export interface NewChallenge {
  game: string;
  scenario?: string;
  options?: string[];
  /** One's own. */
  side?: Side;
  name?: string;
  invite?: string;
  pace?: PaceName;
  rated?: boolean;
  share?: DiceShare;
}

/** What whoever sits down mixes into the seed of the dice. */
export interface SharedDice {
  share?: DiceShare;
}

export interface SeatLink {
  token: string;
}

export interface PrivateNote {
  note: string;
}

export interface Words {
  text: string;
}

export interface Said {
  number: number;
  side: Side | null;
  name: string;
  text: string;
  at: number;
  hidden: boolean;
}

/** What somebody has played of a game against other people. */
export interface PlayRecord {
  game: string;
  playing: number;
  won: number;
  drawn: number;
  lost: number;
}

/** How well somebody plays a game. */
export interface PlayRating {
  game: string;
  rating: number;
  deviation: number;
  games: number;
}

export interface Profile {
  name: string;
  since: number;
  record: PlayRecord[];
  ratings: PlayRating[];
  /**
   * The share of games that were played to an end, of those that ended or wait for this player for weeks; none where
   * there are none.
   */
  finished: number | null;
  /** Seconds that a turn takes, on average; none where no turn has been taken. */
  answers_in: number | null;
}

/** Somebody on the ladder of a game; computers stand at fixed ratings. */
export interface LadderLine {
  name: string;
  rating: number;
  deviation: number;
  games: number;
  /** Of a computer. */
  level: Level;
}

export interface Ladder {
  game: string;
  title: string;
  lines: LadderLine[];
}

export interface Report {
  text: string;
  table?: string;
  /** The number of the line it is about. */
  said?: number | null;
}

export interface ReportShown {
  id: string;
  by: string;
  about: string;
  table_id: string | null;
  text: string;
  at: number;
  said: number | null;
  /** What was said, where the report is about a line. */
  line: string;
}

export interface Hiding {
  number: number;
  hidden?: boolean;
}

export interface Muting {
  on: boolean;
}

/** What a moderator has done; by nobody where it was done from the command line. */
export interface AuditLine {
  at: number;
  by: string;
  what: string;
  about: string;
}

/** Of an account; what is not named stays. */
export interface NewSettings {
  language?: string | null;
  zone?: string | null;
}

export interface Suspension {
  /** Seconds since 1970; none ends it. */
  until: number | null;
}

/** Whoever makes it takes part. */
export interface NewContest {
  game: string;
  scenario?: string;
  options?: string[];
  name?: string;
  places?: number;
  pace?: PaceName;
  share?: DiceShare;
}

/** A contest in a list. */
export interface ContestShown {
  id: string;
  name: string;
  game: string;
  title: string;
  scenario: string;
  pace: PaceName;
  host: string;
  places: number;
  /** Those who have entered. */
  players: string[];
  /** Whether whoever asks is one of them. */
  entered: boolean;
  /** Whether he has made it. */
  mine: boolean;
  begun: boolean;
  over: boolean;
}

/** A player in the table of results; a won game counts one point, a drawn one half. */
export interface ContestLine {
  place: number;
  name: string;
  points: number;
  won: number;
  drawn: number;
  lost: number;
  playing: number;
}

/** A game of a contest. */
export interface ContestGame {
  table: string;
  /** By side. */
  players: [string, string];
  over: boolean;
  winner: Side | null;
  verdict: string;
}

/** What the server's part of a table's seed was promised as. */
export interface DicePromise {
  table: string;
  commitment: string;
}

/** All that there is to know of a contest. */
export interface ContestTold extends ContestShown {
  options: string[];
  sides: [string, string];
  lines: ContestLine[];
  games: ContestGame[];
  /** Of the tables that were made for it; known to whoever mixes something into their dice. */
  promises: DicePromise[];
}

export type NoticeKind = "turn" | "time" | "start" | "end" | "offer" | "undo" | "invite" | "said" | "channel";

export type ChannelKind = "mail" | "push" | "chat" | "web";

export type Hour = number;

export type Line = string;

/** A line of the bell. */
export interface NoticeShown {
  id: string;
  kind: NoticeKind;
  /** Its id; empty where it is of none. */
  table: string;
  text: string;
  created: number;
  seen: boolean;
}

/** What an account wants to hear of, and when; hours are those of its zone. */
export interface NoticeSettings {
  zone?: string;
  /** Kinds of which it does not want to hear. */
  silent?: NoticeKind[];
  /** Whether it is told even while a window of its own is open at the table. */
  even_open?: boolean;
  quiet_from?: Hour | null;
  quiet_to?: Hour | null;
  /** The hour at which all is told together, once a day; at once where there is none. */
  digest?: Hour | null;
}

/** How a browser wants to be written to. */
export interface PushKeys {
  p256dh?: string;
  auth?: string;
}

export interface NewChannel {
  kind: ChannelKind;
  /** A web address, or a chat service as `discord://ID/TOKEN`; for mail the address one signs in with. */
  address?: Line;
  keys?: PushKeys;
}

export interface ChannelShown {
  id: string;
  kind: ChannelKind;
  /** Shortened, where it has a secret. */
  address: string;
  /** Why nothing is sent by it any more. */
  off: string;
}

/** By what an account can be told. */
export interface NoticeWays {
  /** Whether this site sends mail. */
  mail: boolean;
  /** The key that push services know this site by; empty where there is none. */
  push_key: string;
  addresses: string[];
  channels: ChannelShown[];
  settings: NoticeSettings;
}

/** What a player reads before choosing a scenario. */
export interface ScenarioInfo {
  title: string;
  about: string;
  /** Options it is always played with. */
  forced: string[];
  /** Options it is never played with. */
  barred: string[];
  /** No game of it is longer, however it is played; one that is runs in circles. */
  most_answers: number;
}

/** One thing that is wrong with a data file. */
export interface Fault {
  file: string;
  says: string;
  /** In which it is said: the one asked for, or English where there are no words for it. */
  language: string;
  /** As a spreadsheet counts: the header is row 1; 0 where there are no rows. */
  row: number;
  field: string;
  /** In a file without rows; 0 where it has none. */
  line: number;
}

/** A pack in the list. */
export interface PackInfo {
  name: string;
  game: string;
  title: string;
  scenarios: Record<string, ScenarioInfo>;
  faults: Fault[];
}

/** A data file: rows of cells, or a text. */
export interface PackFile {
  name: string;
  text: string;
  heads: string[];
  rows: string[][];
  /** Rows with values that are not from the printed game. */
  rebuilt: number[];
}

/** All that can be edited of a pack. */
export interface Pack {
  name: string;
  game: string;
  files: PackFile[];
  faults: Fault[];
  /** How it differs from our data, file by file. */
  changes: string[];
}

/** What is wrong with a file as it would be, and what it changes. */
export interface PackFinding {
  faults: Fault[];
  changes: string[];
  kept: boolean;
}

export interface NewPack {
  game: string;
  name: string;
}

/** A file of a pack as the page has it now. */
export interface FileText {
  file: string;
  text: string;
  keep?: boolean;
}

export interface GameTitle {
  id: string;
  title: string;
  about: string;
}

/** What units do that are sent somewhere. */
export interface UnitAct {
  /** The verb, by number, that picks a unit. */
  pick: number;
  /** The verbs that send it; the first is meant where nothing is said. */
  go: number[];
}

/** An optional rule of the game, and whether it is played with at this table. */
export interface OptionalRule {
  id: string;
  on: boolean;
  title: string;
  rule: string;
}

/** A word, and what it is called. */
export interface Named {
  name: string;
  label: string;
}

/** What a verb takes. */
export type Kind = "nothing" | "unit" | "hex" | "hexside" | "number" | "word";

export interface Verb {
  name: string;
  label: string;
  kind: Kind;
  words: Named[];
  /** Whether it answers no question itself. */
  aside: boolean;
}

/** What can be shown over the map. */
export interface OverlayInfo {
  name: string;
  title: string;
  /** Whether the supply line of the unit pointed at goes with it. */
  lines: boolean;
}

/** The first and the last of records that the present rules cannot show again, and a sentence about them. */
export type Unseen = [number, number, string];

/** What changed when the game was last taken up under other rules, after so many answers. */
export interface Changes {
  at: number;
  texts: string[];
  unseen: Unseen[];
}

/** A mark on a counter while a column is not zero. */
export interface Badge {
  column: string;
  label: string;
  colour: string;
  title: string;
  /** Only shown once the unit has acted, not while its act is open. */
  after_act: boolean;
}

/** Templates: `{field}` is what is printed on the counter, `{column:name}` what the position says now. */
export interface CounterTemplates {
  bottom: string;
  left: string;
  right: string;
  top: string;
  label: string;
  symbol_by: string;
  /** Function codes of NATO symbols by the value of `symbol_by`. */
  symbols: Record<string, string>;
  echelon_by: string;
  echelons: Record<string, string>;
  colour_by: string;
  colours: Record<string, string>;
  side_colours: [string, string];
}

/** How counters look; their faces are filled in from it already. */
export interface CounterLook extends CounterTemplates {
  badges: Badge[];
}

export interface BoxTitle {
  name: string;
  title: string;
}

/** A clock shown as a track or a number. */
export interface Track {
  clock: string;
  first: number;
  last: number;
  /** The day of each space, where the track is a calendar. */
  dates: string[];
  /** What part of its day each space is called, where the game has words for it. */
  hours: string[];
  title: string;
}

/** A cup: boxes or clocks hold what is in it and what has been drawn. */
export interface Cup {
  inside: string;
  drawn: string;
  title: string;
}

/** A named set of hexes the page can show. */
export interface AreaTitle {
  area: string;
  colour: string;
  title: string;
}

/** A sign on a hex or hexside while a column has a value. */
export interface Marker {
  column: string;
  value: number;
  label: string;
  colour: string;
  title: string;
}

/** A game's `page/table.toml`, with everything called by its name. */
export interface TableLook {
  counter: CounterLook;
  tracks: Track[];
  cups: Cup[];
  areas: AreaTitle[];
  markers: Marker[];
  /** The hex column that says who holds a hex. */
  control: string;
  boxes: BoxTitle[];
}

/** A column whose present value is shown, or the side of the counter that it turns up. */
export interface ColumnText {
  column: string;
  sides?: string[];
}

/** A text on a counter: words and columns. */
export type FaceText = (string | ColumnText)[];

/** What is drawn on a counter. */
export interface Face {
  label: FaceText;
  top: FaceText;
  left: FaceText;
  right: FaceText;
  bottom: FaceText;
  symbol: string;
  echelon: string;
  colour: string;
  stand_in: boolean;
}

export interface Counter {
  id: string;
  name: string;
  side: Side;
  face: Face;
  printed: Record<string, string | number>;
  /** What it belongs to, the largest first; an empty word where it belongs to none of that size. */
  formation: string[];
  /** Where it comes onto the map. */
  entry: string;
  /** Where its values come from, where its data file says so. */
  source: string;
  /** Whether some of them are not from the printed game. */
  rebuilt: boolean;
}

/** One entry for each hex of the grid; off the map the label is empty. */
export interface HexColumns {
  label: string[];
  /** Kilometres east, and north. */
  x: number[];
  y: number[];
  /** The hexes that have one. */
  names: [number, string][];
  terrain: number[];
  place: number[];
  /** What the numbers of `terrain` and `place` mean. */
  terrains: string[];
  places: string[];
}

/** The two hexes of each hexside. */
export interface HexsideColumns {
  one: number[];
  other: number[];
}

/** What a column belongs to, and the value its cells begin with. */
export type ColumnStart = ["unit" | "hex" | "hexside", number];

/** The part of the game data that depends on the language. */
export interface SeatWords {
  /** Of the table; one that nobody has named is called after its game. */
  name: string;
  game: GameTitle;
  optional: OptionalRule[];
  sides: [string, string];
  verbs: Verb[];
  /** What can be ordered to several units at once. */
  acts: UnitAct[];
  style: TableLook;
  /** What the game calls its words, by message: `word-…`, `field-…`, `luck-…`. */
  words: Record<string, string>;
  overlays: OverlayInfo[];
  changes: Changes;
}

/** All that does not change in play; its large parts are encoded once for many tables. */
export interface SeatData extends SeatWords {
  table: string;
  scenario: string;
  options: string[];
  side: Side | null;
  secrets: boolean;
  /** What seed and salt of the dice are promised as. */
  commitment: string;
  /** Whether somebody knew the dice before the game. */
  known_dice: boolean;
  /** Whether it counts for ratings: then nobody is helped until it is over. */
  rated: boolean;
  counters: Counter[];
  boxes: string[];
  points_in_one: number;
  columns: Record<string, ColumnStart>;
  hexes: HexColumns;
  hexsides: HexsideColumns;
  areas: Record<string, number[]>;
  km_per_hex: number;
  /** The outline of a hex around its centre, in kilometres. */
  corners: [number, number][];
}

/** Hands the seat to the computer (a level) or to a person. */
export interface Seating {
  player: Level;
}

export interface Seated {
  player: Level;
}

/** Formations for somebody else of the side. */
export interface GiveCommand {
  /** None dissolves the command. */
  formations: string[];
  /** Null makes a new command. */
  number?: number | null;
  player?: Level;
  /** With a new link; the old one leads nowhere. */
  renew?: boolean;
}

export type Pattern = "rising" | "falling" | "dots" | "ring" | "shade" | "line";

export interface TallyEntry {
  text: string;
  amount: number;
  rule: string;
}

export interface Tally {
  title: string;
  total: number;
  entries: TallyEntry[];
}

export interface Chance {
  name: string;
  if: string;
  meaning: string;
  p: number;
}

export interface Note {
  text: string;
  rule: string;
}

/** What can be known of an option. */
export interface About {
  /** The odds in a sentence; empty where there are none. */
  summary: string;
  cost: number | null;
  path: number[];
  /** What has been spent after each step of the path. */
  along: number[];
  tallies: Tally[];
  chances: Chance[];
  notes: Note[];
  rules: string[];
}

/** Hexes and units that are marked alike. Labels and amounts go with the hexes, where there are any. */
export interface OverlayLayer {
  title: string;
  rule: string;
  side: Side | null;
  pattern: Pattern;
  hexes: number[];
  labels: string[];
  amounts: number[];
  /** With what is written beside them. */
  hexsides: [number, string][];
  units: number[];
  sign: string;
}

/** A line of history over the ground, in kilometres east and north, on the evening or at dawn of a day. */
export interface FrontLayer {
  date: string;
  time: "dawn" | "evening";
  pattern: "front";
  lines: [number, number][][];
}

/** Who could attack which hex. */
export type Fight = [Side, number];

/** Options of which some may be chosen. */
export interface WhatIfChoice {
  title: string;
  options: number[];
}

/** What an attack would bring with those who take part. */
export interface WhatIf {
  side: Side;
  target: number;
  choices: WhatIfChoice[];
  chosen: number[];
  about: About;
}

/** Who does not come to its hex, and why. */
export interface FallsShort {
  unit: number;
  text: string;
  rule: string;
  /** Whether it has only not enough points to come there at once. */
  far: boolean;
}

/** Where several units could go together; or the run that sends each to its hex, and who does not come there. */
export interface Group {
  /** A hex, and how many of the units could go there. */
  hexes?: [number, number][];
  /** How many of the units an order can take, where it cannot take all. */
  taken?: number;
  steps?: [number][];
  /** Where those end that go. */
  ends?: [number, number][];
  short?: FallsShort[];
}

/** What would be given up with the answer that ends a phase. */
export interface Remaining {
  /** The answer that ends it. */
  option: number;
  text: string;
  /** Who could still act. */
  units: number[];
  /** Where something could still be done. */
  hexes: number[];
  hexsides: number[];
  /** Whether it cannot be taken back: the other side is asked next, or dice fall. */
  final: boolean;
}

/** The answer that will end a phase, once what must be done has been done. */
export interface NotYet {
  option: number;
  label: string;
}

/** An order for all questions of a kind, and the option it gives now. */
export interface StandingOrder {
  name: string;
  label: string;
  option: number;
}

/** One of several numbers that are asked for one after another. */
export interface FormField {
  prompt: string;
  /** The verb, by number, of which the answer is an option. */
  verb: number;
  /** The largest that could be given if the others were nought. */
  most: number;
}

/** Who is asked what; the options only for the seat that is asked. */
export interface Asked {
  side: Side;
  prompt: string;
  /** The question's own name. */
  code: string;
  rule: string;
  options: number[];
  /** What some options are called at this question. */
  labels: [number, string][];
  /** What the prompt speaks of. */
  units: number[];
  hexes: number[];
  /** What remains, where a phase can be ended here. */
  remaining: Remaining | null;
  /** What will end the phase, where it may not be ended so far. */
  not_yet: NotYet | null;
  /** Verbs, by number, of which all options may be wanted together. */
  gathers: number[];
  /** How many of them may be wanted at most, where that is laid down. */
  gathers_most: number;
  /** Whether a side may not look now at what another sees: where they share a screen, a curtain falls between. */
  curtain: boolean;
  /** What else could still be spent here, in words. */
  unspent: string;
  /** What can be ordered for all questions of this kind. */
  standing: StandingOrder[];
  /** The numbers that are asked for one after another from here on, where they can be filled in together. */
  form: FormField[];
  /** Who must answer, where it is another command of the side. */
  whose: string;
}

export type DisplayKind = "battle" | "check" | "draw" | "weather" | "loss" | "retreat" | "advance" | "supply" | "event";

/** Dice that fell together. */
export interface DiceGroup {
  side?: Side | null;
  pips?: number[];
  /** Dice with symbols of their own, a sign for each. */
  faces?: string;
  /** What modifiers add to the dice. */
  added?: number;
}

/** How an event is shown on the map, where it happens. */
export interface Display {
  kind: DisplayKind;
  dice?: DiceGroup[];
  /** The column of the table, after all shifts. */
  column?: string;
  /** As the table has it. */
  result?: string;
  /** What comes of it, in words. */
  meaning?: string;
}

/** One sentence of the log. */
export interface LogLine {
  /** Its number among the lines of its record. */
  n: number;
  text: string;
  rule?: string;
  /** The record it belongs to; -1 before the first. */
  record?: number;
  side?: Side | null;
  kind?: string;
  /** The run of answers it belongs to, if any: lines in a row with the same number make one entry. */
  run?: number;
  hexes?: number[];
  units?: number[];
  /** The hexes of a move, from the first to the last. */
  way?: number[];
  dice?: number[];
  /** Dice with symbols of their own, a sign for each; a blank between the two sides' dice. */
  faces?: string;
  /** How it is shown on the map, where it is. */
  display?: Display | null;
}

/** What was said from the record `log_from` on; -1 where nothing was said before. */
export interface LogPart {
  log: LogLine[];
  log_from: number;
}

/** How the game ended. */
export interface Verdict {
  winner: Side | null;
  text: string;
}

/** Something the computer considers. */
export interface Thought {
  text: string;
  reasons: string[];
  chance: number | null;
}

/** What an answer changed in the eyes of a seat, with what answered itself after it. */
export interface Frame {
  /** How many records there were afterwards. */
  at: number;
  side: Side;
  columns: Record<string, Cells>;
  clocks: Record<string, Clock>;
  walks: Walk[];
}

/** One answer of a run. */
export interface RunFrame extends Frame {
  /** What was considered, where the computer answered and that betrays nothing. */
  thoughts?: Thought[];
}

/** Whether the whole log of the file this table came from leads to its positions; empty where it does. */
export type LogCheck = "" | "pending" | "failed";

/** The clock of a table, where it has one. */
export interface TimeLeft {
  /** Seconds that each side has now. */
  left: [number, number];
  /** For whom it runs. */
  running: Side | null;
  /** Whether both seats are taken, so that time counts. */
  begun: boolean;
  /** Whether whoever is out of time loses at once; else the other may claim the game. */
  automatic: boolean;
}

/** How the table stands for a seat. */
export interface Standing {
  rev: number;
  clocks: Record<string, Clock>;
  asked: Asked | null;
  anytime: number[];
  undoable: number;
  redoable: number;
  /** Of the answers that can be taken back, those of the act that is open: the record and the option. */
  picks: [number, number][];
  /** The options by which units joined them without being chosen, because there was no choice. */
  joined: number[];
  /** What undo would take back, in words. */
  undoes: string;
  /** Where in the sequence of play one is, from the whole to its part. */
  stages: string[];
  /** How many records nobody can take back. */
  settled: number;
  records: number;
  over: Verdict | null;
  log: LogLine[];
}

/** How it stands now. The fields are those of `Presence`: a Struct has one base. */
export interface LiveStanding extends Standing {
  presence: [number, number];
  watching: number;
  draw: Side | null;
  undo: Side | null;
  players: [Level, Level];
  thinking: Side | null;
  automatic: [boolean, boolean];
  log_check: LogCheck;
  time: TimeLeft | null;
}

/** The whole table, but for the earlier lines of the log. */
export interface TableMessage extends LiveStanding {
  is: "table";
  /** Units as whole rows; hexes and hexsides where they differ from the game data's `columns`. */
  columns: Record<string, number[] | Cells>;
  /** The record from which on nothing is missing in the log; -1 where it is whole. */
  log_from: number;
}

/** What a seat must learn to get from one moment to the next. */
export interface ChangeMessage extends LiveStanding {
  is: "change";
  columns: Record<string, Cells>;
  walks: Walk[];
  /** The first record whose lines no longer stand; those in `log` take their place. */
  cut: number;
  /** What each answer of a run changed, where others look on. */
  frames?: RunFrame[];
}

/** Who is here, who thinks, and whether a draw has been offered. */
export interface Presence {
  is: "presence";
  /** Windows at each seat. */
  presence: [number, number];
  watching: number;
  draw: Side | null;
  /** Who asks to take back an answer that only the other side can let it take back. */
  undo: Side | null;
  players: [Level, Level];
  /** The side for which the computer thinks now. */
  thinking: Side | null;
  /** At which seats questions with a single answer answer themselves. */
  automatic: [boolean, boolean];
  log_check: LogCheck;
  time: TimeLeft | null;
}

/** What the computer considers. */
export interface Thinking {
  is: "thinking";
  side: Side | null;
  thoughts: Thought[];
  /** Why it could not go on. */
  trouble: string;
  /** How far a thought has come that goes on: the share of its work, plans tried, small changes of the best one. */
  progress: [number, number, number] | null;
}

/** What has happened to a unit since it last marched: it was driven from its hex, it lost a step, an enemy came. */
export type Surprise = "" | "moved" | "loss" | "enemy";

/** A march, and how far it has come. */
export interface MarchShown {
  unit: number;
  goal: number;
  /** The verb, by number, that sends it; -1 for the usual one. */
  go: number;
  /** Hexes to go, and those from where it was sent; null where it is not on the map. */
  left: number | null;
  whole: number | null;
  /** The turn in which it will be there, as far as one can tell. */
  arrives: number | null;
  /** Why it waits until it is renewed. */
  stopped: Surprise;
}

/** The order book of a side; only its own seats hear of it. */
export interface Orders {
  is: "orders";
  marches: MarchShown[];
  /** The name of a question, and what the order is called that answers it. */
  standing: [string, string][];
}

/** A command of one's side; number 0 is the commander-in-chief, who has all the rest. */
export interface CommandShown {
  number: number;
  title: string;
  formations: string[];
  player: Level;
  /** How many windows are open at it. */
  here: number;
  /** Whether it has done with the phase. */
  ready: boolean;
  /** Whether the phase waits for its word. */
  waited_for: boolean;
  /** The secret of its link, for the commander-in-chief. */
  token: string;
}

/** What can be given to somebody. */
export interface FormationShown {
  /** As it is asked for. */
  name: string;
  title: string;
  /** The name of what it is a part of; empty for the largest. */
  within: string;
}

/** Where several play a side: who has which formations; only its own seats hear of it. */
export interface Commands {
  is: "commands";
  /** The number of this window's own command. */
  own: number;
  /** All that can be given to somebody: a formation, then its parts. */
  formations: FormationShown[];
  /** None where one plays the whole side. */
  commands: CommandShown[];
  /** Those of one's own command. */
  units: number[];
}

/** The link leads nowhere, or not any more. */
export interface Closed {
  is: "closed";
  text: string;
}

/** Why something is not done. */
export interface Refusal {
  is: "refused";
  text: string;
  rule: string;
  code: string;
}

/** A request that is refused. */
export interface Refused extends Refusal {
  /** The number of the request, here and in the other answers. */
  to: number;
}

/** What was asked for has changed the table. */
export interface Done {
  is: "done";
  rev: number;
  /** How many answers of a run were carried out, and why the next one was not. */
  done?: number;
  refusal?: Refusal | null;
  to: number;
}

/** What was asked for. What is worked out in another process comes encoded from there. */
export interface Reply {
  is: "reply";
  about?: About;
  /** Options and their costs. */
  costs?: [number, number][];
  /** Options and the ways to them, where these are drawn before one chooses. */
  paths?: [number, number[]][];
  overlay?: (OverlayLayer | FrontLayer)[];
  line?: OverlayLayer | null;
  fights?: Fight[];
  what_if?: WhatIf;
  group?: Group;
  log?: LogLine[];
  log_from?: number;
  to: number;
}

export type Answer = Reply | Done | Refused;

/** Whatever a window may hear. */
export type AnyMessage = TableMessage | ChangeMessage | Presence | Thinking | Orders | Commands | Closed | Answer;

/** The first message of a socket. */
export interface Enter {
  do: "enter";
  token: string;
  language?: string;
  id?: number;
}

/** What every request has. */
export interface Asking {
  /** The answer to it has the same number. */
  id?: number;
  /** The revision of the table it was meant for; -1 for any. */
  rev?: number;
}

/** Chooses an option of the question. */
export interface AnswerRequest extends Asking {
  do: "answer";
  option: number;
  /** The hexes a unit is to enter on its way. */
  path?: number[];
}

/** One answer of a run: an option and, where the route matters, the hexes to enter. */
export type Step = [option: number, path?: number[]];

/** Answer after answer, as one change. */
export interface RunRequest extends Asking {
  do: "run";
  steps: Step[];
}

/** Acts besides the question. */
export interface AnytimeRequest extends Asking {
  do: "anytime";
  option: number;
}

/** Takes back the last answer. */
export interface UndoRequest extends Asking {
  do: "undo";
}

/** Gives again the answer that was taken back last. */
export interface RedoRequest extends Asking {
  do: "redo";
}

/** Goes back to before a record. */
export interface BackRequest extends Asking {
  do: "back";
  to: number;
}

/** Takes back one answer of the open act. */
export interface TakeBackRequest extends Asking {
  do: "take_back";
  option: number;
}

/** Gives the game up. */
export interface ResignRequest extends Asking {
  do: "resign";
}

/** Anything else is refused, as what has not been offered. */
export type Offer = "offer" | "accept" | "decline";

/** Offers a draw, accepts the one that was offered, or says that there will be none. */
export interface DrawRequest extends Asking {
  do: "draw";
  offer: Offer;
}

/**
 * Asks the other side to let this one take back its last answer, although the turn has gone over; agrees to what
 * was asked, or says that there will be none of it.
 */
export interface AskBackRequest extends Asking {
  do: "ask_back";
  offer: Offer;
}

/** The other side is out of time: the game is won. */
export interface ClaimRequest extends Asking {
  do: "claim";
}

/** Gives the other side more of it. */
export interface GiveTimeRequest extends Asking {
  do: "give_time";
  hours: number;
}

/** Where several have commands of a side: one has done with the phase, or not yet. */
export interface ReadyRequest extends Asking {
  do: "ready";
  on?: boolean;
  /** The commander-in-chief ends it without those who have not said so. */
  all?: boolean;
}

/** What changes the table. */
export type ActRequest = AnswerRequest | RunRequest | AnytimeRequest | UndoRequest | RedoRequest | BackRequest | TakeBackRequest | ResignRequest | DrawRequest | AskBackRequest | ClaimRequest | GiveTimeRequest | ReadyRequest;

/** What can be known of an option. */
export interface AboutRequest extends Asking {
  do: "about";
  option: number;
  /** The hexes through which the way is to lead. */
  path?: number[];
}

/** The cost of every option of the question that has one. */
export interface CostsRequest extends Asking {
  do: "costs";
}

/** Why these options are not offered, best guess first. */
export interface WhyRequest extends Asking {
  do: "why";
  options: number[];
}

/** Where the units that these options pick could go; with goals, how to send them there. */
export interface GroupRequest extends Asking {
  do: "group";
  options?: number[];
  /** One for each of them, or one for all. */
  goals?: number[];
  /** The verb, by number, that sends them, where there are several. */
  go?: number;
}

/** What a seat may want to know of its choices before it answers. */
export type ChoiceRequest = AboutRequest | CostsRequest | WhyRequest | GroupRequest;

/** What was said before a record. */
export interface LogRequest extends Asking {
  do: "log";
  before: number;
}

/** What an overlay shows. */
export interface OverlayRequest extends Asking {
  do: "overlay";
  name: string;
}

/** The supply line of a unit on the map. */
export interface LineRequest extends Asking {
  do: "line";
  unit: number;
}

/** Who could attack this hex, and which hexes could be attacked from it. */
export interface FightsRequest extends Asking {
  do: "fights";
  hex: number;
}

/** What an attack of a side on a hex would bring, with those who take part. */
export interface WhatIfRequest extends Asking {
  do: "what_if";
  side: number;
  hex: number;
  options?: number[] | null;
}

/** What anybody may ask at any time: overlays, supply lines, attacks that nobody has declared. */
export type LookRequest = OverlayRequest | LineRequest | FightsRequest | WhatIfRequest;

/** What is heard from now on is in another language. */
export interface LanguageRequest extends Asking {
  do: "language";
  language: string;
}

/** Whether questions with a single answer answer themselves at this seat. */
export interface AutomaticRequest extends Asking {
  do: "automatic";
  on?: boolean;
}

/** A unit, the hex it is to march to, and the verb, by number, that sends it; -1 for the usual one. */
export type MarchOrder = [unit: number, goal: number, go?: number];

/** Writes in the order book of the side. */
export interface OrdersRequest extends Asking {
  do: "orders";
  marches?: MarchOrder[];
  /** They march on in spite of what has happened. */
  renew?: number[];
  forget?: number[];
  /** The name of a question, and of the order that answers it from now on. */
  standing?: [string, string][];
  /** Questions that are asked again. */
  cancel?: string[];
}

/** Shows the whole table again. */
export interface SyncRequest extends Asking {
  do: "sync";
}

export type WindowRequest = LanguageRequest | AutomaticRequest | OrdersRequest | SyncRequest;

/** What a window may ask. */
export type Request = ActRequest | ChoiceRequest | LogRequest | LookRequest | WindowRequest;

/** Dice that were thrown. The more of `what`, the better for `side`. */
export interface Roll {
  side: Side;
  /** What was counted: the message `luck-WHAT` names it. */
  what: string;
  expected: number;
  variance: number;
  rolled: number;
}

/** One pick of a game: what the seed must give. */
export type DiceThrow = [record: number, number: number, count: number, weights: number[] | null, outcome: number];

/** The table as it was after some of its records. */
export interface Moment extends Standing {
  is: "table";
  columns: Record<string, number[] | Cells>;
  log_from: number;
  at: number;
  of: number;
}

/** What one answer changed. */
export interface ClipFrame extends Frame {
  log: LogLine[];
}

export interface Clip {
  start: Moment;
  frames: ClipFrame[];
}

export interface Ruling {
  ids: string;
  text: string;
}

/** A rule in a list of titles. */
export interface RuleTitle {
  id: string;
  case: string;
  /** What its chapter is about. */
  chapter: string;
  title: string;
  /** Whether it has been put into the player's language, where that is not English. */
  translated: boolean;
}

/** A rule in our words. */
export interface Rule extends RuleTitle {
  statement: string;
  state: string;
  ruling: Ruling | null;
  options: string[];
  /** Cases that go with it, where it was looked up by its number. */
  related?: string[];
  /** Its words, without capitals and accents, that were meant, where it was searched for. */
  found?: string[];
}

/** A table to look things up in; the first column names the rows. */
export interface Chart {
  name: string;
  title: string;
  rule: string;
  heads: string[];
  rows: string[][];
  /** What applies now; where a row and a column do, the cell in which they meet. */
  marked_rows: number[];
  marked_columns: number[];
  /** Where its values come from, as the data files say. */
  source: string;
}

/** A number for each side; null for a side that has no such number. */
export type Points = [number | null, number | null];

/** How a game stood after so many records: points and steps lost of each side. */
export type Sample = [record: number, turn: number, points: Points, lost: [number, number]];

/** Dice that were thrown, against what was to be expected. */
export interface Throw {
  record: number;
  turn: number;
  roll: Roll;
  hexes: number[];
}

/** Another way to win than by points at the end, and how near a side is to it. */
export interface Aim {
  side: Side;
  text: string;
  rule: string;
  has: number;
  needed: number;
}

/** Something laid down for a turn. */
export interface Coming {
  turn: number;
  text: string;
  rule: string;
  side: Side | null;
  units: number[];
}

/** Everything a seat may know of how the game stands, went and goes on. */
export interface ScoreHistory {
  turn: number;
  points: Points;
  needed: Points;
  aims: Aim[];
  /** Steps each side has lost, by formation. */
  lost: [Record<string, number>, Record<string, number>];
  curve: Sample[];
  throws: Throw[];
  coming: Coming[];
}

/** What the dice followed from, told when the game is over. */
export interface DiceTold {
  seed: string;
  salt: string;
  commitment: string;
  /** What each side mixed into the seed; throws follow from `seed:share:share`. */
  shares: string[];
  throws: DiceThrow[];
}

/** What the adviser would do, step by step. */
export interface Hint {
  options: number[];
  about: About | null;
  chance: number;
  /** After the steps, where neither dice nor the enemy have a say in them. */
  chance_after: number | null;
  thoughts: Thought[];
}

/** One sentence on the seat's last turn. */
export interface CoachWord {
  text: string;
  first: number;
  /** The records of that turn. */
  last: number;
}

/** Record, turn and chance. */
export type ChancePoint = [number, number, number];

/** What one side did in its part of a turn; chances are the first side's. */
export interface TurnReport {
  first: number;
  last: number;
  turn: number;
  side: Side;
  before: number;
  after: number;
  luck: number;
  /** By how much the chance had jumped since the part before, although nothing had happened. */
  rest: number;
  decision: number;
}

/** An act that dice decided, in words. */
export interface DecidingThrow {
  first: number;
  last: number;
  turn: number;
  side: Side;
  before: number;
  after: number;
  luck: number | null;
  text: string;
}

/** A part of a turn that cost its player much, and the usual way to play it. */
export interface CostlyPart {
  first: number;
  last: number;
  turn: number;
  side: Side;
  /** By how much worse than usual it was for the side that played it. */
  cost: number;
  /** Who would have gone where. */
  ways: Walk[];
  /** What would have happened, the most telling of it. */
  texts: string[];
}

/** A finished game looked at again. */
export interface Analysis {
  /** Whether decisions are compared with a usual way to play. */
  compared: boolean;
  curve: ChancePoint[];
  turns: TurnReport[];
  throws: DecidingThrow[];
  luck: number;
  /** What neither luck nor decisions explain: the error of the judgement. */
  rest: number;
  decisions: [number, number];
  /** The costliest of each side, the first side's first. */
  costly: CostlyPart[];
}
