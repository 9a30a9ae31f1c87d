#!/usr/bin/env bash
# A container engine for the tests, apart from any other of the machine. Needs root.
#
#   docker-engine.sh install       installs Docker, Podman and what their tests need with apt, where it is missing
#   docker-engine.sh start FOLDER  starts a Docker engine that keeps everything in FOLDER; prints its address
#   docker-engine.sh stop FOLDER   stops it, and removes FOLDER
#   docker-engine.sh after PID COMMAND…  runs a command when a process has ended; does not wait for that itself
set -euo pipefail

# Debian puts them where only root's login looks.
PATH=$PATH:/usr/sbin:/sbin

packages() {
  command -v dockerd >/dev/null || echo docker.io
  command -v docker >/dev/null || echo docker.io
  command -v iptables >/dev/null || echo iptables
  command -v ip >/dev/null || echo iproute2
  command -v pgrep >/dev/null || echo procps
  command -v runc >/dev/null || echo runc
  command -v podman >/dev/null || echo podman
  command -v busybox >/dev/null || echo busybox-static
  # Not of the engine: what its tests need beside it.
  command -v curl >/dev/null || echo curl
  command -v git >/dev/null || echo git
  command -v haproxy >/dev/null || echo haproxy
}

install() {
  local missing
  mapfile -t missing < <(packages | sort -u)
  [ ${#missing[@]} = 0 ] && return
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${missing[@]}"
}

# An engine that was killed leaves its bridges, and on them the network namespaces of its containers: they would answer
# for the addresses that the containers of this engine get.
remove_bridges_of_killed_engines() {
  pgrep -x --runstates D,R,S dockerd >/dev/null && return
  local bridge
  for bridge in docker0 docker_gwbridge; do
    ip link delete "$bridge" 2>/dev/null || true
  done
}

start() {
  local folder=$1
  mkdir -p "$folder"
  remove_bridges_of_killed_engines
  # In a session of its own, so that Ctrl-C at the tests leaves it to them to stop it.
  setsid dockerd \
    --host "unix://$folder/docker.sock" --data-root "$folder/data" --exec-root "$folder/exec" --pidfile "$folder/pid" \
    --default-ulimit nofile=1024:1024 >"$folder/log" 2>&1 </dev/null &
  local engine=$!
  for _ in $(seq 600); do
    if DOCKER_CONTEXT='' DOCKER_HOST="unix://$folder/docker.sock" docker version >/dev/null 2>&1; then
      echo "unix://$folder/docker.sock"
      return
    fi
    kill -0 "$engine" 2>/dev/null || break
    sleep 0.1
  done
  tail -n 20 "$folder/log" >&2
  stop "$folder"
  return 1
}

stop() {
  local folder=$1 pid
  pid=$(cat "$folder/pid" 2>/dev/null || true)
  if [ -n "$pid" ] && kill "$pid" 2>/dev/null; then
    # It stops its containers first.
    for _ in $(seq 300); do
      kill -0 "$pid" 2>/dev/null || break
      sleep 0.1
    done
    kill -9 "$pid" 2>/dev/null || true
  fi
  awk -v folder="$folder/" 'index($2, folder) == 1 { print $2 }' /proc/mounts | sort -r | while read -r mount; do
    umount -l "$mount" 2>/dev/null || true
  done
  rm -rf "$folder"
}

# Not as a child of whoever asks: a test runner may end its children before it ends itself.
after() {
  local pid=$1
  shift
  setsid bash -c 'while kill -0 "$0" 2>/dev/null; do sleep 0.5; done; exec "$@"' "$pid" "$@" >/dev/null 2>&1 </dev/null &
}

case ${1-} in
  install) install ;;
  start | stop) "$1" "${2:?a folder is needed}" ;;
  after) "$@" ;;
  *)
    sed -n '2,7s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
