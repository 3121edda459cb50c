// The names that standard terms replaced: files, folders and distinctive identifiers. The tidy test rejects them, so
// that they do not return with an old branch or by habit. Ordinary words are not listed, because they have other uses.

/** Files by their names without extensions, with or without `.test`. */
export const replacedFiles = `
  absence admitting app-answer app-door arrival ask-field biller bookkeeper burn callers canary-trap count-memory
  demo-costs demo-maker demo-shelf demo-talk demo-weeks demo-work demo-world door figure fits floor-http
  floor-invoice floor-postgres floor-shape floor-sqlite floor-task floor-time ground json-read late letter listening
  long-table looking mail-words mail-world mailing metrics-gather metrics-listening migrate-trial not-yours
  occasions part-head pdf-faces pdf-printer permits place-sheet postgres-keeper postgres-line postgres-lines
  postgres-meter pressure printed-part project-burn receiving record-print record-tag refusal refusal-of repeat
  report-books sanitise-large-html screen-walk seen seen-money sight sqlite-meter sqlite-numbers sqlite-readers
  stale-dialog stopping sweeper sweeping timer-now timer-sending timer-whose undo watching web-weight whole-menu
  world xml-read xml-write zone-day`
  .trim()
  .split(/\s+/)

/** Folders, as they stand in a path. */
export const replacedFolders = ['test/stories/', 'test/world/', 'browser/points/', 'web/src/words/']

export const replacedIdentifiers = `
  ApartTransaction AppSessions AskField Belonging BelongingTranscript Callers CannotDo ChipMark ColumnWay CopyFault
  CountMemory DecimalFault Faults FolderFiles KeyUnusable LongTable MailRefused MailWorld Manner NewStore NotYours
  PaperDocument PartHead PerViewer PostgresLine RecordPrinter Refusal RuleBroken SanitiseJob SanitisedHtml
  SanitisedText SealBroken SheetAside StaleDialog SunkMail Sweeper TarHead TimerSending TooLarge Unfit WantedAccount
  WholeMenu WireOut WriteManner WrongSetting WrongUsage aRole addressBlock administratorsStay allowSanitiserReports
  answerBehind answeredAs answeredBy askEverything askedAs asksForMails beginTurn belongingAnswer belongingPath
  bringWeb buildGround canariesAreSilent cannotListen comesBack compareMeasures compareWithNobody connectionFault
  definitionFaults eachGround eachStore eachWorld emptiedWith everydayRoles faultKind faultOfAnswer faultsIn faultsOf
  fileNameFault forgetGivenUp hadTurn handOver hasTurn longestSendMs moreTurns mostWaiting nobodysHash
  outstandingMigrations parseFault patienceMs readApart refusalOf removeDraftsOfTheDead sanitiseHtml sanitiseLargeHtml
  sanitiseLargeTexts sweepAnswers sweepEveryMs sweepFiles sweepLater sweepSessions sweepTries takeTurn tellOfTask
  textFault touchEmptied tryMigrations unsoundText useNotifying useTimerSending useWayToFaults useWords waitForTurn
  waitInLine wayOf waysOf whoMayNot withoutUncarriable worldNow writeWhole wrongMethod zoneNamed`
  .trim()
  .split(/\s+/)
