#!/usr/bin/env bash
# Runs Slurm on this machine alone, to test ENGINE=slurm: munge, a controller and a node, without system
# services and without accounting. Needs root. Usage: one_node.sh start|stop FOLDER, for configuration, state
# and logs
set -euo pipefail
[ $# = 2 ] && [[ $1 == start || $1 == stop ]] || { echo "usage: one_node.sh start|stop FOLDER" >&2; exit 2; }
for tool in munged slurmctld slurmd; do
    PATH=$PATH:/usr/sbin command -v $tool >/dev/null ||
        { echo "one_node.sh: there is no $tool (Debian packages slurm-wlm and munge)" >&2; exit 2; }
done
[ "$(id -u)" = 0 ] || { echo "one_node.sh: only root can start a node" >&2; exit 2; }
PATH=$PATH:/usr/sbin
mkdir -p "$2"
dir=$(cd "$2" && pwd)
export SLURM_CONF=$dir/slurm.conf

stop() {
    local name pid
    for name in slurmd slurmctld munged; do
        pid=$(cat "$dir/$name.pid" 2>/dev/null) || continue
        kill "$pid" 2>/dev/null || true
        while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
        rm -f "$dir/$name.pid"
    done
}

stop
[ "$1" = start ] || exit 0
host=$(hostname -s) # the only name that must resolve: addresses are numbers
mkdir -p "$dir/state" "$dir/spool"
(umask 077 && head -c 1024 /dev/urandom >"$dir/munge.key")
cat >"$SLURM_CONF" <<END
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$dir/munge.socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd.log
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
munged --force --socket="$dir/munge.socket" --key-file="$dir/munge.key" --pid-file="$dir/munged.pid" --log-file="$dir/munged.log" \
    --seed-file="$dir/munge.seed"
slurmctld
slurmd
for _ in $(seq 50); do
    if [ "$(sinfo -h -o %t 2>/dev/null)" = idle ]; then
        echo "one node, $(nproc) cores: SLURM_CONF=$SLURM_CONF"
        exit 0
    fi
    sleep 0.2
done
echo "one_node.sh: the node does not come up: see $dir/slurmctld.log and $dir/slurmd.log" >&2
stop
exit 1
