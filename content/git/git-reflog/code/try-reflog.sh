#!/bin/sh
# Makes a repository in a new folder, loses two commits by a reset, and brings them back.
set -e
cd "$(mktemp -d)"
git init --quiet
git config user.name Ada
git config user.email ada@example.org

for message in 'Begin' 'Add the customers' 'Draw the invoice as PDF' 'Send the invoice by mail'; do
  echo "$message" >> notes
  git add notes
  git commit --quiet --message "$message"
done

git reset --quiet --hard HEAD~2
echo 'After the reset:'
git --no-pager log --oneline

git --no-pager reflog

# where you were before: give it a name first, then move your branch there
git branch rescue HEAD@{1}
git reset --hard rescue
git --no-pager log --oneline
