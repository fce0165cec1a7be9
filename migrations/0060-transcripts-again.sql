-- Transcripts were made by a reader that took captions with Windows line ends for one cue, left character references as they
-- were and repeated the lines of rolling captions. The upkeep makes them again within a minute.
delete from transcript;
