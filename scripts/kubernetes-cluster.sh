#!/usr/bin/env bash
# A Kubernetes cluster of one node for the tests, on 127.0.0.1 and apart from any other of the machine. Needs root, and Go.
#
#   kubernetes-cluster.sh build         prints the path of its program, which it builds where that was not done before
#   kubernetes-cluster.sh start FOLDER  installs what is missing with apt, starts the cluster; all it keeps is in FOLDER,
#                                       which must not exist. FOLDER/kubeconfig and FOLDER/kubectl reach it
#   kubernetes-cluster.sh stop FOLDER   ends it, also after a crash, and removes FOLDER
#
# The program (test/kubernetes/cluster) is etcd, API server, controllers, scheduler, kubelet, kube-proxy and kubectl,
# compiled from their Go modules: about 5 minutes on 2 cores, kept by content in the user's cache folder.
set -euo pipefail
sources=$(cd "$(dirname "${BASH_SOURCE[0]}")/../test/kubernetes/cluster" && pwd)
PATH=$PATH:/usr/sbin:/sbin:/usr/local/go/bin

build() {
  cd "$sources"
  local cache=${XDG_CACHE_HOME:-$HOME/.cache}/k8s-testbed key program version minor flags package
  key=$(cat go.mod go.sum ./*.go | sha256sum | cut -c1-16)
  program=$cache/$key/testbed
  if [ ! -x "$program" ]; then
    command -v go >/dev/null || { echo "There is no Go to build the cluster with: install go 1.24 or later" >&2; return 1; }
    mkdir -p "$cache/$key"
    version=$(sed -n 's/^\s*k8s.io\/kubernetes v/v/p' go.mod)
    minor=${version#v1.}
    minor=${minor%%.*}
    flags="-s -w"
    for package in k8s.io/component-base/version k8s.io/client-go/pkg/version; do
      flags+=" -X $package.gitVersion=$version -X $package.gitMajor=1 -X $package.gitMinor=$minor"
    done
    CGO_ENABLED=0 nice go build -p 2 -trimpath -buildvcs=false -ldflags "$flags" -o "$program.tmp" . >&2
    mv "$program.tmp" "$program"
  fi
  echo "$program"
}

packages() {
  command -v containerd >/dev/null || echo containerd
  command -v runc >/dev/null || echo runc
  command -v iptables >/dev/null || echo iptables
  command -v busybox >/dev/null || echo busybox-static
  [ -x /usr/lib/cni/ptp ] || echo containernetworking-plugins
}

install() {
  local missing
  mapfile -t missing < <(packages)
  [ ${#missing[@]} = 0 ] && return
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${missing[@]}"
}

start() {
  local folder=$1 program cluster
  install >&2
  program=$(build)
  # In a session of its own, so that Ctrl-C at the tests leaves it to them to stop it.
  setsid "$program" up --dir "$folder" >"$folder.log" 2>&1 </dev/null &
  cluster=$!
  for _ in $(seq 1200); do
    if [ -e "$folder/ready" ]; then
      printf '#!/bin/sh\nexec "%s" kubectl --kubeconfig "%s" "$@"\n' "$program" "$folder/kubeconfig" >"$folder/kubectl.tmp"
      chmod +x "$folder/kubectl.tmp"
      # Whoever waits for the cluster waits for this.
      mv "$folder/kubectl.tmp" "$folder/kubectl"
      echo "$folder"
      return
    fi
    kill -0 "$cluster" 2>/dev/null || break
    sleep 0.1
  done
  tail -n 20 "$folder.log" >&2
  return 1
}

stop() {
  local folder=$1
  "$(build)" down --dir "$folder"
  rm -f "$folder.log"
}

case ${1-} in
  build) build ;;
  start | stop) "$1" "${2:?a folder is needed}" ;;
  *)
    sed -n '2,11s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
